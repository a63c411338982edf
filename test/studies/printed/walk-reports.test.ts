import { expect, test } from 'vitest'
import { walkEntropy } from '../../../src/studies/printed/entropy-steps.ts'
import { kerf } from '../../cli/run.ts'

test('entropy: every step of the vehicles, with its numbers filled in', async () => {
  const [, vehicles, four, five] = await walkEntropy()
  const told = vehicles.steps.map(({ what, value }) => `${what} ${value.toFixed(6)}`)
  expect(told.slice(0, 5)).toEqual([
    'H of all rows 0.985228',
    'H where MOTOR is no 1.000000',
    'H where MOTOR is yes 0.970951',
    'H given MOTOR 0.979250',
    'gain of MOTOR 0.005978',
  ])
  expect(vehicles.steps[3].formula).toBe('2/7·1 + 5/7·0.970951')
  const gains = four.steps.filter(({ what }) => what.startsWith('gain')).map(({ value }) => value)
  expect(gains).toEqual([0, 0.5, 1])
  expect(five.steps.map(({ value }) => value.toFixed(6))).toEqual(
    '0.673012 0.000000 0.636514 0.381909 0.291103 0.636514 0.693147 0.659167 0.013844'.split(' '),
  )
})

test('kerf study entropy and kerber print what is printed beside it', async () => {
  const entropy = await kerf(['study', 'entropy'])
  expect(entropy).toMatchObject({ code: 0, err: '' })
  expect(entropy.out).toMatch(/gain of MOTOR +0\.985228 − 0\.97925 +0\.00597771 +0\.00597758 +slip\n/)
  expect(entropy.out.match(/ slip$/gm)).toHaveLength(5)
  const kerber = await kerf(['study', 'kerber'])
  expect(kerber.out).toMatch(/^ 7\.0 +7\.0 +0\/1\/0 +0\/1\/0 +3\.63 +3\.6 +same +13\.00$/m)
  expect(kerber.out).not.toContain('differs')
  const markdown = await kerf(['study', 'kerber', '--as', 'markdown'])
  expect(markdown.out).toContain('| 4.3 | 4.3 | 45/6/1 | 45/6/1 | 30.91 | 30.9 | same | 30.91 |')
  expect(JSON.parse((await kerf(['study', 'entropy', '--json'])).out)).toHaveLength(4)
})

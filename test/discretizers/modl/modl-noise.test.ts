import { expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { modl } from '../../../src/discretizers/methods/modl.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'

/** The cuts of 500 rows whose class is drawn by `label` from a value between 0 and 1 and another such number. */
function cutsOf(seed: number, label: (x: number, chance: number) => string): readonly number[] {
  const { next } = random(seed)
  const values = Array.from({ length: 500 }, () => next())
  return fit(values, { target: values.map((x) => label(x, next())), method: modl }).cuts
}

test.each([2, 3])('of noise columns with %s classes, at most one in a hundred is cut', (classes) => {
  const columns = cases(200, 1000)
  let cut = 0
  for (let seed = 0; seed < columns; seed++) {
    if (cutsOf(31 * seed + classes, (_, chance) => 'abc'[Math.floor(chance * classes)]).length > 0) cut++
  }
  expect(cut).toBeLessThanOrEqual(columns / 100)
})

test('a step from 30 to 70 per cent in the middle is found nearly always, as one cut close to it', () => {
  let [found, near, single] = [0, 0, 0]
  for (let seed = 0; seed < 300; seed++) {
    const cuts = cutsOf(17 * seed + 1, (x, chance) => (chance < (x < 0.5 ? 0.3 : 0.7) ? 'a' : 'b'))
    if (cuts.length > 0) found++
    if (cuts.length === 1) single++
    if (cuts.some((cut) => Math.abs(cut - 0.5) < 0.05)) near++
  }
  expect([found >= 298, near >= 288, single >= 288]).toEqual([true, true, true])
})

import { expect, test } from 'vitest'
import { Turns } from '../../../src/cli/serve/turns.ts'

test('turns are taken in their order, and a fault is of its own turn alone', async () => {
  const turns = new Turns()
  const order: number[] = []
  const taken = [1, 2, 3].map((number) =>
    turns.take(async () => {
      await Promise.resolve()
      order.push(number)
      if (number === 2) throw new Error('of the second')
      return number
    }),
  )
  expect(await Promise.allSettled(taken)).toMatchObject([
    { value: 1 },
    { reason: new Error('of the second') },
    { value: 3 },
  ])
  expect(order).toEqual([1, 2, 3])
  expect(await turns.take(() => 4)).toBe(4)
})

test('a round of the event loop ends after a few milliseconds, however many wait', async () => {
  const turns = new Turns()
  let rounds = 0
  let isCounting = true
  const count = (): void => {
    rounds++
    if (isCounting) setImmediate(count)
  }
  setImmediate(count)
  const busy = (): void => {
    const end = performance.now() + 1
    while (performance.now() < end);
  }
  await Promise.all(Array.from({ length: 20 }, () => turns.take(busy)))
  isCounting = false
  expect(rounds).toBeGreaterThanOrEqual(9)
})

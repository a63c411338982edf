import { expect, test } from 'vitest'
import { sortBytes } from '../../src/wasm/sort-bytes.ts'
import { giveBack, type LentKernel, takeKernel } from '../../src/wasm/lent-kernel.ts'

const lent: LentKernel<object> = { idle: null }

test('a module that was given back is taken again, with its memory, by one at a time', () => {
  const first = takeKernel(lent, sortBytes)!
  first.layOut(1_000_000)
  giveBack(lent, first)
  expect(takeKernel(lent, sortBytes)).toBe(first)
  const second = takeKernel(lent, sortBytes)!
  expect(second).not.toBe(first)
  expect(second.buffer.byteLength).toBeLessThan(first.buffer.byteLength)
})

test('a module with much memory may be let go of, but is taken again where it is still there', () => {
  const large = takeKernel(lent, sortBytes)!
  large.layOut(70_000_000)
  giveBack(lent, large)
  expect(takeKernel(lent, sortBytes)).toBe(large)
})

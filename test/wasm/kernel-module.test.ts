import { afterEach, expect, test, vi } from 'vitest'
import { Tournament } from '../../src/util/tournament.ts'
import { makeCsvRows } from '../../src/wasm/csv-row-reader.ts'
import { manyKeys } from '../../src/wasm/fast-tournament.ts'
import { loadKernel, withRoom } from '../../src/wasm/kernel-module.ts'
import { sortBytes } from '../../src/wasm/sort-bytes.ts'
import { makeCountValues } from '../../src/wasm/value-counts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a module is null where there is no WebAssembly', () => {
  vi.stubGlobal('WebAssembly', undefined)
  expect(loadKernel(sortBytes)).toBeNull()
})

test('a module is null where a policy forbids to compile it', () => {
  const { Memory, Instance } = Reflect.get(globalThis, 'WebAssembly')
  const Module = vi.fn<() => never>(() => {
    throw new Error('blocked by the policy of the page')
  })
  vi.stubGlobal('WebAssembly', { Memory, Instance, Module })
  // The blank makes it a text that was not compiled before.
  expect(loadKernel(`${sortBytes} `)).toBeNull()
})

test('bytes that are no module give none', () => {
  expect(loadKernel('AAAA')).toBeNull()
  expect(loadKernel('no text of bytes')).toBeNull()
})

test('arrays lie one behind the other, none at address 0, in memory large enough', () => {
  const kernel = loadKernel<object>(sortBytes)!
  expect(kernel.layOut(1, 64, 100_000)).toEqual([64, 128, 192])
  expect(kernel.buffer.byteLength).toBeGreaterThanOrEqual(100_192)
})

test('where a memory cannot grow, what needs it is null', () => {
  const memory = Reflect.get(globalThis, 'WebAssembly').Memory.prototype
  const grow = vi.spyOn(memory, 'grow').mockImplementation(() => {
    throw new RangeError('no more memory')
  })
  try {
    const count = makeCountValues()!
    const limits = { classes: 2, most: Infinity }
    expect(count(new Float64Array(100_000), new Uint8Array(100_000), limits)).toBeNull()
    // More than fit into memory that others may have left.
    expect(manyKeys(5_000_000)).toBeInstanceOf(Tournament)
  } finally {
    grow.mockRestore()
  }
})

test('where there is no memory at all, what needs it is null', () => {
  const memory = vi.spyOn(Reflect.get(globalThis, 'WebAssembly'), 'Memory').mockImplementation(() => {
    throw new RangeError('no memory')
  })
  try {
    const none = new Uint8Array(256)
    expect(makeCsvRows({ width: 3, meanings: none, guard: none, decimal: 46, delimiter: 44 })).toBeNull()
  } finally {
    memory.mockRestore()
  }
})

test('any other error is told', () => {
  expect(() =>
    withRoom(() => {
      throw new TypeError('another')
    }),
  ).toThrow('another')
})

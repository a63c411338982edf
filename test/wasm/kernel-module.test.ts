import { afterEach, expect, test, vi } from 'vitest'
import { loadKernel } from '../../src/wasm/kernel-module.ts'
import { sortBytes } from '../../src/wasm/sort-bytes.ts'

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

import { expect, test } from 'vitest'
import { KerfError } from '../../src/errors.ts'
import { optionalPackage } from '../../src/util/optional-package.ts'

const load = (error: Error): Promise<unknown> => optionalPackage('linkedom', 'a report', () => Promise.reject(error))

test('gives the package', async () => {
  expect(await optionalPackage('linkedom', 'a report', async () => 7)).toBe(7)
})

test.each([
  "Cannot find package 'linkedom' imported from /somewhere/part-node.js", // Node and Bun
  "Cannot find module 'linkedom/worker' imported from /somewhere/part-node.js",
  'Import "linkedom" not a dependency and not in import map', // Deno
  "Could not find package 'linkedom'",
  `Failed to resolve module specifier 'linkedom'`, // Chromium
])('says how to install it: %s', async (message) => {
  await expect(load(new Error(message))).rejects.toThrow(
    new KerfError(
      'a report needs the package linkedom, which is not installed; install it with: npm install linkedom',
      { code: 'missing-package' },
    ),
  )
})

test.each(["Cannot find package 'css-select' imported from linkedom", "Cannot find package 'linkedom2'", 'broken'])(
  'leaves other errors alone: %s',
  async (message) => {
    const error = new Error(message)
    await expect(load(error)).rejects.toBe(error)
  },
)

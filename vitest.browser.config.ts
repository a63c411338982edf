import { defineConfig } from 'vitest/config'

/** The tests of `npm run browser`; `npm test` passes without a browser. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})

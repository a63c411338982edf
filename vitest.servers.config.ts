import { defineConfig } from 'vitest/config'

/** The tests of `npm run test:postgres`, `test:spark` and `test:clickhouse`, one server at a time. */
export default defineConfig({
  test: {
    include: ['test/servers/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    environment: 'node',
    pool: 'forks',
    // They share one server.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need a browser: npm run browser.
    exclude: ['test/browser/**'],
    setupFiles: ['test/setup.ts'],
    environment: 'node',
    globals: false,
    // By default one processor is left idle, which on two of them doubles the time.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: { enabled: false, include: ['src/**'] },
  },
})

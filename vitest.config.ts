import { defineConfig } from 'vitest/config'
import { SLOW } from './test/slow.ts'

const quick = process.env['KERF_TEST_QUICK'] === '1'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need a browser (npm run browser) or a server (npm run test:postgres and the like).
    exclude: [
      'test/browser/**',
      'test/servers/**',
      ...(quick ? SLOW.map((path) => path.replace(/(?<!\.ts)$/, '/**')) : []),
    ],
    setupFiles: ['test/setup.ts'],
    environment: 'node',
    globals: false,
    // Files of one worker share the modules they load: loading them anew for each cost a third of all time. So a test
    // that changes something global puts it back. Processes, not threads: commands are run in folders of their own.
    pool: 'forks',
    isolate: false,
    // By default one processor is left idle, which on two of them doubles the time.
    maxWorkers: '100%',
    // Long enough for a machine that does much else besides.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The built program is loaded as it is.
    server: { deps: { external: [/\/dist\//] } },
    coverage: { enabled: false, include: ['src/**'] },
  },
})

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In the order of their names, with tests that end a server after all others. */
class KillsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (path: string): number => (path.endsWith('server-killed.test.ts') ? 2 : path.endsWith('-killed.test.ts') ? 1 : 0) // prettier-ignore
    return files.toSorted(({ moduleId: a }, { moduleId: b }) => rank(a) - rank(b) || (a < b ? -1 : 1))
  }
}

/** The tests of `npm run test:postgres`, `test:spark` and `test:clickhouse`, one server at a time. */
export default defineConfig({
  test: {
    include: ['test/servers/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    environment: 'node',
    pool: 'forks',
    // They share one server.
    fileParallelism: false,
    sequence: { sequencer: KillsLast },
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
})

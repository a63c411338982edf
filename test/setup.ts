import { configureGlobal } from 'fast-check'

/** The same random cases on every run, so that a failure can be repeated; KERF_TEST_SEED looks at others. */
configureGlobal({ seed: Number(process.env['KERF_TEST_SEED'] ?? 20261115) })

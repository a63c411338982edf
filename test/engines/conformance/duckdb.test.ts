import { cases } from '../../cases.ts'
import { openDuckDb } from './duckdb-server.ts'
import { conformance } from './engine-conformance.ts'

// A thousand rows have all that is odd; servers are tried on more.
conformance('DuckDB', openDuckDb, cases(1000, 3000))

/** `kerf fit` on a file as a program, its start included: `node kerf-fit.mjs csv|parquet FOLDER`. Prints what it took as JSON. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_FILE } from '../../scripts/package/entries.mjs'
import { runMeasured } from '../measured.mjs'

const [kind, data] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'kerf-bench-fit-'))
try {
  const args = [PROGRAM_FILE, 'fit', join(data, `rows.${kind}`), '--target', 'y', '--json']
  const { status, stderr, seconds, cpu, peak } = runMeasured(args, { folder })
  if (status !== 0) throw new Error(`kerf fit failed: ${stderr}`)
  console.log(JSON.stringify({ cpu, wall: seconds, peak: peak / 2 ** 20 }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder outside the clone that stays from run to run: data, other tools, the last results. */
export function cacheFolder(...names) {
  const folder = join(process.env['XDG_CACHE_HOME'] ?? tmpdir(), 'kerf-bench', ...names)
  mkdirSync(folder, { recursive: true })
  return folder
}

// What is thrown at is built from its source: the doors are not all public.
import { build } from 'esbuild'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Builds `doors.ts` into a folder and gives the path of the module. */
export async function buildDoors(folder) {
  const outfile = join(folder, 'doors.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('doors.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
  return outfile
}

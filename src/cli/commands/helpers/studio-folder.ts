import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DataError } from '../../../errors.ts'
import { writingError } from '../../../node/files/system-errors.ts'

/** Where the page is: beside the program as it is installed, or where a clone builds it. */
const PLACES = ['studio/', '../../../../packages/cli/dist/studio/']

/** The folder of the built page. */
export function studioFolder(): string {
  const places = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const found = places.find((place) => existsSync(join(place, 'index.html')))
  if (found !== undefined) return found
  throw new DataError('the files of the page are missing; install @kerf/cli again, or run npm run build in a clone', {
    code: 'bad-file',
  })
}

/** Copies the page to a folder that does not exist or is empty: completely or not at all. */
export async function copyStudio(to: string): Promise<void> {
  const target = resolve(to)
  const held = await readdir(target).catch(() => null)
  if (existsSync(target) && held === null)
    throw new DataError(`${to} is a file, expected the name of a folder to make`, { code: 'bad-file' })
  if (held !== null && held.length > 0)
    throw new DataError(`${to} is not empty, expected a new folder; name another, or empty it`, { code: 'bad-file' })
  try {
    const temporary = await mkdtemp(join(dirname(target), '.kerf-studio-'))
    try {
      await cp(studioFolder(), temporary, { recursive: true })
      await rename(temporary, target)
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  } catch (error) {
    throw writingError(error, to)
  }
}

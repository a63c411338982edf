import { readFileSync } from 'node:fs'
import { DataError } from '../errors.ts'

/** The text of a small file; what goes wrong is said in words. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder'
          : code === 'EACCES'
            ? 'it may not be read'
            : `it cannot be read (${code})`
    throw new DataError(`${path}: ${why}`)
  }
}

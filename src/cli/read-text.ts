import { readFileSync } from 'node:fs'
import { DataError } from '../errors.ts'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
}

/** The text of a small file; what goes wrong is said in words. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new DataError(`${path}: ${REASONS[code] ?? `it cannot be read (${code})`}`)
  }
}

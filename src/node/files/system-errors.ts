import { DataError } from '../../errors.ts'

/** The code of an error of the file system, such as ENOENT; null for other errors. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  // DuckDB only tells the system's words.
  const found = WORDS.find(([words]) => error.message.includes(words))
  return found === undefined ? null : found[1]
}

const WORDS: readonly (readonly [string, string])[] = [
  ['No space left on device', 'ENOSPC'],
  ['Disk quota exceeded', 'EDQUOT'],
  ['File too large', 'EFBIG'],
  ['Permission denied', 'EACCES'],
  ['Read-only file system', 'EROFS'],
  ['No such file or directory', 'ENOENT'],
  ['Is a directory', 'EISDIR'],
  ['Input/output error', 'EIO'],
]

const READING: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read: permission denied; ask its owner, or run chmod +r on it',
  EISDIR: 'is a folder, expected a file',
  EMFILE: 'cannot be opened: too many files are open; raise the limit with ulimit -n',
  ELOOP: 'is a link that leads back to itself',
  ENAMETOOLONG: 'cannot be opened: the name is too long',
  EIO: 'cannot be read: the device reports an error',
}

const WRITING: Readonly<Record<string, string>> = {
  ENOSPC: 'cannot be written: the disk is full; free some space or choose another folder',
  EDQUOT: 'cannot be written: your disk quota is used up; free some space or choose another folder',
  EFBIG: 'cannot be written: the file would be larger than the system allows; raise the limit with ulimit -f',
  EACCES: 'cannot be written: permission denied; choose another folder',
  EROFS: 'cannot be written: the disk is read-only; choose another folder',
  EISDIR: 'is a folder; name a file in it',
  ENOENT: 'cannot be written: its folder does not exist; create it first',
  ENAMETOOLONG: 'cannot be written: the name is too long',
  ELOOP: 'is a link that leads back to itself',
  EMFILE: 'cannot be written: too many files are open; raise the limit with ulimit -n',
  EIO: 'cannot be written: the device reports an error',
}

/** Codes that mean the same to people. */
const SAME: Readonly<Record<string, string>> = { EPERM: 'EACCES', ENFILE: 'EMFILE' }

/** Why a file cannot be read, as the rest of a sentence that starts with its name; null when that is not the cause. */
export function readingFault(error: unknown): string | null {
  const code = errorCode(error) ?? ''
  return READING[SAME[code] ?? code] ?? null
}

/** Why a file cannot be written, as the rest of a sentence that starts with its name; null when that is not the cause. */
export function writingFault(error: unknown): string | null {
  const code = errorCode(error) ?? ''
  return WRITING[code === 'ENOTDIR' ? 'ENOENT' : (SAME[code] ?? code)] ?? null
}

/** The error in words, with the name of the file that could not be read; the error itself when that is not the cause. */
export function readingError(error: unknown, name: string): unknown {
  const fault = readingFault(error)
  return fault === null ? error : new DataError(`${name} ${fault}`, { code: 'bad-file' })
}

/** The same for a file that could not be written. */
export function writingError(error: unknown, name: string): unknown {
  const fault = writingFault(error)
  return fault === null ? error : new DataError(`${name} ${fault}`, { code: 'bad-file' })
}

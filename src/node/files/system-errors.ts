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

/** Why a file cannot be read, as the rest of a sentence that starts with its name; null when that is not the cause. */
export function readingFault(error: unknown): string | null {
  switch (errorCode(error)) {
    case 'ENOENT':
      return 'does not exist'
    case 'EACCES':
    case 'EPERM':
      return 'cannot be read: permission denied; ask its owner, or run chmod +r on it'
    case 'EISDIR':
      return 'is a folder, expected a file'
    case 'EMFILE':
    case 'ENFILE':
      return 'cannot be opened: too many files are open; raise the limit with ulimit -n'
    case 'ELOOP':
      return 'is a link that leads back to itself'
    case 'ENAMETOOLONG':
      return 'cannot be opened: the name is too long'
    case 'EIO':
      return 'cannot be read: the device reports an error'
    default:
      return null
  }
}

/** Why a file cannot be written, as the rest of a sentence that starts with its name; null when that is not the cause. */
export function writingFault(error: unknown): string | null {
  switch (errorCode(error)) {
    case 'ENOSPC':
      return 'cannot be written: the disk is full; free some space or choose another folder'
    case 'EDQUOT':
      return 'cannot be written: your disk quota is used up; free some space or choose another folder'
    case 'EFBIG':
      return 'cannot be written: the file would be larger than the system allows; raise the limit with ulimit -f'
    case 'EACCES':
    case 'EPERM':
      return 'cannot be written: permission denied; choose another folder'
    case 'EROFS':
      return 'cannot be written: the disk is read-only; choose another folder'
    case 'EISDIR':
      return 'is a folder; name a file in it'
    case 'ENOENT':
    case 'ENOTDIR':
      return 'cannot be written: its folder does not exist; create it first'
    case 'ENAMETOOLONG':
      return 'cannot be written: the name is too long'
    case 'EIO':
      return 'cannot be written: the device reports an error'
    default:
      return null
  }
}

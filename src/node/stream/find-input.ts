import { resolve } from 'node:path'
import { DataError } from '../../errors.ts'
import { difference, type FilePart, findRest, openPart, unreadBetween } from './file-part.ts'
import type { InputPlace } from './input-identity.ts'

export interface FindOptions {
  /** what the state knows; undefined where it was saved before inputs were kept, null without a state */
  readonly known: readonly InputPlace[] | undefined | null
  /** where such a state stopped */
  readonly offset: number
  /** the name of the state, for messages */
  readonly state: string
  /** whether files may be rotated */
  readonly follow: boolean
  /** told what happened to the file since it was read */
  readonly tell: (message: string) => void
}

/**
 * What is to be read of a file: the file itself from where reading it stopped, or, where it was rotated since, the rest of
 * the old one and then the new one. Content decides which file it is, not its name. Anything else is refused.
 */
export async function findParts(path: string, options: FindOptions): Promise<FilePart[]> {
  const { known, offset, state, follow, tell } = options
  if (known === null) return [await openPart(path, 0)]
  if (known === undefined) {
    tell(
      `${state} was saved by an earlier version, which did not keep what ${path} was; it is taken to be the same file`,
    )
    return [await openPart(path, offset)]
  }
  const now = await openPart(path, 0)
  try {
    const candidates = known.toReversed().toSorted((a, b) => nearness(b, path, now) - nearness(a, path, now))
    for (const one of candidates) {
      if (one.offset === 0 && nearness(one, path, now) < (follow ? 2 : 1)) continue
      if ((await difference(now.file, one)) !== null) continue
      const isSame = one.device === now.device && one.inode === now.inode
      const called = one.name === '-' ? 'standard input' : one.name
      if (!isSame && one.offset > 0)
        tell(
          `${path} has the content of ${called} up to byte ${one.offset}, and is taken for it; reading goes on there`,
        )
      return [await openPart(path, one.offset, one)]
    }
    // The newest: numbers of files that are gone are given to others, so an older one may seem to be meant.
    const last = known.findLast((one) => nearness(one, path, now) > 0)
    if (last === undefined) throw unknownInput(path, state, known)
    return follow ? await rotatedParts(path, now, last, tell) : await refuse(path, now, last, state)
  } finally {
    await now.file.close()
  }
}

/** 2 for the same file of the system, 1 for the same name. */
function nearness({ name, device, inode }: InputPlace, path: string, now: FilePart): number {
  if (device === now.device && inode === now.inode) return 2
  return name !== '-' && resolve(name) === resolve(path) ? 1 : 0
}

/** The rest of a file that was rotated while nobody read it, where it can be found, and what has its name now. */
async function rotatedParts(
  path: string,
  now: FilePart,
  last: InputPlace,
  tell: FindOptions['tell'],
): Promise<FilePart[]> {
  const rest = await findRest(path, last)
  if (rest === null) {
    await refuseEdited(path, now, last)
    tell(
      `${path} is another file than the one that was read up to byte ${last.offset}, and no file beside it has the rest of that one; rows after byte ${last.offset} of it are not counted. The new file is read from its beginning`,
    )
    return [await openPart(path, 0)]
  }
  tell(
    `${path} was rotated; what was read up to byte ${last.offset} is ${rest.path} now, which is read to its end first`,
  )
  const part = await openPart(rest.path, last.offset, last)
  const unread = await unreadBetween(path, [now, part], rest.stats.mtimeNs)
  if (unread.length > 0) tell(unreadText(path, unread))
  return [part, await openPart(path, 0)]
}

/** What to say of files that may lie between the one that was read and the one that has its name. */
export function unreadText(path: string, names: readonly string[]): string {
  return `${names.join(', ')} beside ${path} changed after what was read last; if ${names.length === 1 ? 'it was' : 'they were'} rotated meanwhile, the rows in ${names.length === 1 ? 'it' : 'them'} are not counted`
}

/** A file that begins as before, but differs later, was edited: reading it again would count rows twice. */
export async function refuseEdited(path: string, now: Pick<FilePart, 'file'>, last: EditedPlace): Promise<void> {
  if (last.head.bytes === 0 || (await difference(now.file, last)) !== 'middle') return
  throw new DataError(
    `${path} begins as before, but differs in the bytes before byte ${last.offset}, up to which it was counted; was it edited? Put back the file as it was, or use another state file`,
  )
}

type EditedPlace = Pick<InputPlace, 'offset' | 'head' | 'before'>

async function refuse(path: string, now: FilePart, last: InputPlace, state: string): Promise<never> {
  const how = await difference(now.file, last)
  const { size } = await now.file.stat()
  if (how === 'middle') await refuseEdited(path, now, last)
  const what =
    how === 'shorter'
      ? `${path} is shorter (${size} bytes) than what was read of it (${last.offset})`
      : `${path} is not the file that ${state} knows by that name: it begins with other bytes`
  throw new DataError(
    `${what}; was it replaced? Put back the file as it was, or use another state file. Where files are rotated, --follow reads the rest of the old one and then the new one`,
  )
}

function unknownInput(path: string, state: string, known: readonly InputPlace[]): DataError {
  const names = [...new Set(known.map(({ name }) => (name === '-' ? 'standard input' : name)))]
  const more = names.length > 5 ? ` and ${names.length - 5} others` : ''
  return new DataError(
    `${path} is not among the inputs that ${state} knows, which are ${names.slice(-5).join(', ') || 'none'}${more}; name one of them, or use another state file. To count the rows of ${path} after theirs, send it through a pipe: … --state ${state} < ${path}`,
  )
}

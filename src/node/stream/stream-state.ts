import { gzipSync } from 'node:zlib'
import { closeSync, existsSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DataError, FormatError } from '../../errors.ts'
import { streamFromField, streamToState } from '../../streams/stream-json.ts'
import type { Stream } from '../../streams/stream.ts'
import { type Field, jsonWithInfinities, parseJson } from '../../util/saved-json.ts'
import type { StreamPlan } from './stream-plan.ts'
import { writeAll } from '../files/file-bytes.ts'
import { whereItIs } from '../files/same-file.ts'
import { readSmallFile } from '../files/small-file.ts'
import { temporaryPath } from '../files/temporary.ts'
import { type InputPlace, readInputs } from './input-identity.ts'
import { readingFault, writingError } from '../files/system-errors.ts'
import { bareMessage } from '../../util/called-as.ts'

/** How far a stream has come, besides what it has counted. */
export interface StreamPlace {
  /** bytes of the input up to the end of the last row, and rows read */
  readonly offset: number
  readonly row: number
  readonly bad: number
  readonly odd: number
  /** events sent, and bytes of rows sent to a file */
  readonly events: number
  readonly written: number | null
  /** the output they were sent to; null without one, undefined in states of before this was known */
  readonly output: string | null | undefined
  /** the file that repaired trees or rules are saved to, if any */
  readonly repaired?: string | undefined
  /** the file that events are appended to, and its length after the last of them, if any */
  readonly log?: { readonly path: string; readonly bytes: number } | undefined
  /** what was read, the current input last; undefined in states of before this was kept */
  readonly inputs?: readonly InputPlace[] | undefined
}

/** What is kept in the state file of `kerf stream`. */
export interface StreamState {
  readonly stream: Stream
  readonly plan: StreamPlan
  readonly place: StreamPlace
  /** the settings it was started with, to be compared */
  readonly settings: Readonly<Record<string, unknown>>
  /** rows that wait for their labels */
  readonly waiting: Field
  /** how many alarms there were, and the last ones */
  readonly alarms: Field
  /** what watchers remember, by name */
  readonly watchers: Readonly<Record<string, unknown>>
}

/** The state as text: a saved stream with fields of its own. */
export function stateText(
  stream: Stream,
  rest: Pick<StreamState, 'plan' | 'place' | 'settings' | 'watchers'> & { waiting: unknown[]; alarms: unknown },
): string {
  return `${jsonWithInfinities({ ...streamToState(stream), ...rest })}\n`
}

const isPacked = (path: string): boolean => /\.gz$/i.test(path)

/** Saves a state, packed where the name ends in .gz. */
export function saveState(path: string, text: string): void {
  saveNow(path, isPacked(path) ? gzipSync(text, { level: 6 }) : text)
}

/** Saves a file so that it is always one that was complete. Returns when it is on the disk. */
export function saveNow(path: string, content: string | Uint8Array): void {
  // A link stays a link; what it leads to is replaced.
  const target = whereItIs(path)
  const temporary = temporaryPath('.tmp', dirname(target))
  try {
    // Never a file that somebody else made, and nobody else's business until it is complete.
    const descriptor = openSync(temporary, 'wx', 0o600)
    try {
      writeAll(descriptor, typeof content === 'string' ? Buffer.from(content) : content)
      fchmodSync(descriptor, statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666 & ~process.umask())
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw writingError(error, path)
  }
}

/** Reads a state; null when there is no such file. Nothing in it is trusted. */
export function loadState(path: string): StreamState | null {
  let text: string
  try {
    if (!existsSync(path)) return null
    text = readSmallFile(path, { gzip: isPacked(path) }).toString('utf8')
  } catch (error) {
    if (error instanceof DataError) throw error
    const cause = error instanceof Error ? error.message : String(error)
    const damage = `is not a gzip file, or a damaged one (${cause}); put back an older copy, or use another state file`
    throw new DataError(`${path} ${readingFault(error) ?? damage}`, { code: 'bad-file' })
  }
  try {
    const root = parseJson(text)
    const stream = streamFromField(root)
    const place = root.get('place')
    return {
      stream,
      plan: readPlan(root.get('plan'), stream),
      place: {
        offset: place.get('offset').index(),
        row: place.get('row').index(),
        bad: place.get('bad').index(),
        odd: place.get('odd').index(),
        events: place.get('events').index(),
        written: place.get('written').optional((f) => f.index()),
        repaired: place.get('repaired').optional((f) => f.text()) ?? undefined,
        output: place.get('output').value === undefined ? undefined : place.get('output').optional((f) => f.text()),
        log:
          place.get('log').optional((f) => ({ path: f.get('path').text(), bytes: f.get('bytes').index() })) ??
          undefined,
        inputs: place.get('inputs').optional(readInputs) ?? undefined,
      },
      settings: root.get('settings').record(),
      waiting: root.get('waiting'),
      alarms: root.get('alarms'),
      watchers: root.get('watchers').record(),
    }
  } catch (error) {
    throw inState(path, error)
  }
}

/** The error with the name of the state, where something in it is wrong. */
export function inState(path: string, error: unknown): unknown {
  return error instanceof FormatError ? new FormatError('', `${path}: ${bareMessage(error)}`) : error
}

function readPlan(field: Field, stream: Stream): StreamPlan {
  const form = field.get('form').oneOf('csv', 'json')
  const dialect = field.get('dialect')
  const names = field.get('names').list((f) => f.text())
  const binned = field.get('binned').list((f) => f.text())
  const known = (f: Field): string => (names.includes(f.text()) ? f.text() : f.fail('one of the names'))
  field.get('binned').list(known)
  if (binned.join('\n') !== stream.columns.map(({ name }) => name).join('\n'))
    field.get('binned').fail('the columns of the stream')
  return {
    form,
    dialect:
      form === 'json'
        ? null
        : {
            delimiter: /^[\t -~]$/.test(dialect.get('delimiter').text())
              ? dialect.get('delimiter').text()
              : dialect.get('delimiter').fail('one character'),
            quote: dialect.get('quote').optional((f) => f.oneOf('"')),
            decimal: dialect.get('decimal').oneOf('.', ','),
            header: dialect.get('header').truth(),
            skip: dialect.get('skip').index(),
            newline: dialect.get('newline').oneOf('\n', '\r\n', '\r', 'mixed'),
          },
    names,
    binned,
    target: field.get('target').optional(known),
    targetKind: field.get('targetKind').oneOf('class', 'numeric'),
    key: field.get('key').optional(known),
  }
}

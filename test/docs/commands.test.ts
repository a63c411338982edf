import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { closeDuckDb } from '../../src/node/duckdb/connect.ts'
import { folder, kerf, kerfProcess, type Ran } from '../cli/run.ts'
import { blocksOf, PAGES, read } from './pages.ts'
import { isKnown, makeSample } from './sample-files.ts'

/** Commands that are shown and not run here, each with the reason. */
const EXEMPT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /^npm (?:start|test|install|ci|run) ?/,
    'prepares the clone or runs these tests; .ci/run runs what a contributor runs',
  ],
  [/^curl .*127\.0\.0\.1:8080\//, 'asks a server that runs; test/cli/serve/page.test.ts asks the same of one'],
  [/^KERF_SERVE_TOKEN=/, 'serves for ever; test/cli/serve/process.test.ts does'],
]

/**
 * What would not end or is not here, and what is run in its place. The page shows the left side.
 */
const INSTEAD: readonly (readonly [pattern: RegExp, text: string, reason: string])[] = [
  [/^tail -F (\S+)/, 'cat $1', 'waits for more rows for ever'],
  [/ --follow\b/, '', 'waits for more rows for ever'],
  [/ --watch\b/, '', 'draws on a terminal'],
  [
    /^kerf studio(?! --copy)\b.*/,
    'kerf studio --help',
    'serves a page for ever; test/cli/commands/studio-command.test.ts does',
  ],
  [/^(kerf serve .*?)( --openapi)?$/, '$1 --openapi', 'serves for ever; test/cli/serve/process.test.ts does'],
  [/ \| next-program$/, '', 'stands for any program that reads rows'],
  [
    /^(kerf study (?:id3|encodings)\b.*)$/,
    '$1 --no-cache --seeds 1',
    'results of many trials, and a folder beside the temporary ones',
  ],
  [/ --data downloads\b/, '', 'public files that are not here'],
  [/^(kerf study blog.*?)(?: --seeds 1000)?((?: --chart .*)?)$/, '$1 --seeds 3$2', 'three draws are no other than 200'],
  [/^(kerf study numbers.*)$/, '$1 --splits 1 --draws 40', 'fewer splits and draws'],
  [/^(kerf study naive-bayes.*)$/, '$1 --no-cache --folds 2', 'two folds are no other than ten'],
  [/^(kerf study encodings .*)$/, '$1 --folds 2', 'five folds are no other than two'],
]

/** A command of a page and what the page says it prints. */
interface Command {
  readonly where: string
  readonly line: string
  readonly printed: string | null
}

afterAll(closeDuckDb)

describe.each(PAGES.filter((path) => toRun(path).length > 0))('the commands of %s', (path) => {
  const cwd = folder()
  // Files that commands of the page made from rows that are as the page says.
  const made = new Set<string>()
  test.each(toRun(path).map((command) => [command.line, command] as const))('%s', async (_, command) => {
    const ran = await runLine(command.line, cwd)
    expect({ where: command.where, code: ran.code, err: ran.code === 0 ? '' : ran.err }).toEqual({
      where: command.where,
      code: 0,
      err: '',
    })
    const known = dataOf(command.line).every((name) => isKnown(name) || made.has(name))
    if (known) for (const name of outputsOf(command.line)) made.add(name)
    const shown = known ? command.printed : null
    expect(shown === null ? null : ran.out).toBe(shown)
  })
})

test('no page shows a command where it would not be run', () => {
  const hidden = PAGES.flatMap((path) => {
    const others = read(path).replaceAll(/^```(?:sh|console)\n[^]*?^```$/gm, '')
    return [...others.matchAll(/^(?: {4}|\$ )?\$? ?kerf [a-z]+ .*\.(?:csv|json|parquet|kerf)\b.*$/gm)].map(
      ([line]) => `${path}: ${line}`,
    )
  })
  expect(hidden).toEqual([])
})

describe('what is exempt', () => {
  const lines = PAGES.flatMap(commandsOf).map(({ line }) => line)
  test.each([...EXEMPT.map(([pattern]) => pattern), ...INSTEAD.map(([pattern]) => pattern)])(
    '%s is used',
    (pattern) => {
      expect(lines.some((line) => pattern.test(line))).toBe(true)
    },
  )
})

describe('the reader of commands', () => {
  test('splits a line as a shell does, without comments', () => {
    expect(wordsOf(`kerf fit a.csv --name "a # b" --special 'x=-9'   # why`)).toEqual(
      ['kerf', 'fit', 'a.csv', '--name', 'a # b', '--special', 'x=-9'], // prettier-ignore
    )
  })
  test('refuses what it cannot run', async () => {
    await expect(runLine('kerf fit a.csv | sort', folder())).rejects.toThrow(
      'neither run nor exempt: kerf fit a.csv | sort',
    )
    await expect(runLine('make coffee', folder())).rejects.toThrow('neither run nor exempt: make coffee')
  })
})

function toRun(path: string): Command[] {
  return commandsOf(path).filter(({ line }) => !EXEMPT.some(([pattern]) => pattern.test(line)))
}

/** The commands of a page in order: the lines of its sh blocks, and those after a $ in its console blocks. */
function commandsOf(path: string): Command[] {
  const plain = blocksOf(path, ['sh']).flatMap(({ where, text }) =>
    text
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => wordsOf(line).length > 0)
      .map((line) => ({ where, line: line.replace(/\s+#\s.*$/, '').trim(), printed: null })),
  )
  const shown = blocksOf(path, ['console']).flatMap(({ where, text }) =>
    text
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [line, ...printed] = part.split('\n')
        return { where, line, printed: printed.join('\n') }
      }),
  )
  const lineOf = ({ where }: Command): number => Number(where.split(':')[1])
  return [...plain, ...shown].toSorted((a, b) => lineOf(a) - lineOf(b))
}

/** Runs `kerf …`, with `< file` or after `cat file |`; files that the page takes for granted are made. */
async function runLine(shown: string, cwd: string): Promise<Ran> {
  const line = INSTEAD.reduce((text, [pattern, instead]) => text.replace(pattern, instead), shown)
  const words = wordsOf(line)
  let input: string | undefined
  if (words[0] === 'cat' && words[2] === '|') [, input] = words.splice(0, 3)
  if (words.at(-2) === '<') [, input] = words.splice(-2)
  const [program, ...args] = words
  if (program !== 'kerf' || args.some((word) => /^[|<>&;]/.test(word))) {
    throw new Error(`neither run nor exempt: ${shown}`)
  }
  for (const name of [...dataOf(line), ...databasesOf(line)])
    if (!existsSync(join(cwd, name))) await makeSample(cwd, name)
  const options = { cwd, ...(input === undefined ? {} : { input: readFileSync(join(cwd, input)) }) }
  // A stream writes its rows to the standard output of the process, whatever that is.
  return args[0] === 'stream' && args.join(' ').includes('-o -') ? kerfProcess(args, options) : kerf(args, options)
}

/** The words of a line that are names of files to read. */
function dataOf(line: string): string[] {
  return wordsOf(line).filter(
    (word, i, all) => /^[\w/.-]+\.(?:csv|json|jsonl|parquet|kerf|gz)$/.test(word) && all[i - 1] !== '-o',
  )
}

/** The files that a line writes. */
function outputsOf(line: string): string[] {
  return wordsOf(line).filter((_, i, all) => all[i - 1] === '-o')
}

/** The files of DuckDB whose tables a line reads. */
function databasesOf(line: string): string[] {
  return wordsOf(line).flatMap((word) => /^[\w/.-]+\.duckdb(?=\?)/.exec(word)?.[0] ?? [])
}

/** The words of a shell line, quotes and comments taken away. */
function wordsOf(line: string): string[] {
  const words = [...line.replace(/^\$ /, '').matchAll(/"([^"]*)"|'([^']*)'|(#)(?=\s|$).*|[^\s"'#]\S*/g)]
  const end = words.findIndex((word) => word[3] !== undefined)
  return words.slice(0, end === -1 ? words.length : end).map((word) => word[1] ?? word[2] ?? word[0])
}

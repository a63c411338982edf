import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ioOf } from '../../src/cli/io.ts'
import { COMMANDS, runCommandLine } from '../../src/cli/program.ts'
import { folder, kerfProcess, type Ran } from './run.ts'
import { duckDbFile } from './server-file.ts'

/** Sets the title, paints as we do, rings, goes back in the line, turns the direction, and forges a line of ours. */
const HOSTILE =
  '\u001b]0;OWNED\u0007\u001b[1mOWNED\u001b[0m\u009b31m\r\u0008\u007f\u202eOWNED\u2066\u2028\nkerf: FORGED\nnote: FORGED'
const named = (name: string): string => `${name}${HOSTILE}`
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const made = folder()
const at = (name: string): string => join(made, name)
/** file names have no slash, nor a NUL */
const DATA = at(`${named('rows')}.csv`)
const NEW = at(`${named('new')}.csv`)
const [X, Y, COLOUR, ID] = ['x', 'y', 'colour', 'id'].map(named)
const [YES, NO] = ['yes', 'no'].map(named)

function rows(count: number, shift: number): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const x = ((i * 37) % 100) + shift
    const odd = i % 50 === 7 ? named('n/a') : String(x)
    return [odd, x > 50 ? YES : NO, named(i % 3 === 0 ? 'red' : 'blue'), String((i * 7) % 11), String(x)]
  })
  const header = [ID, Y, COLOUR, named('z'), X]
  return `${[header, ...lines].map((fields) => fields.map(quoted).join(',')).join('\n')}\n`
}

async function run(args: readonly string[], color: boolean): Promise<Ran> {
  let [out, err] = ['', '']
  const io = ioOf({
    color,
    width: 100,
    progress: true,
    writeOut: (text) => void (out += text),
    writeErr: (text) => void (err += text),
  })
  const code = await runCommandLine(args, io)
  return { code, out, err }
}

/** The colours that reports use, and nothing else. */
const OURS = new RegExp(`${String.fromCharCode(27)}\\[(?:[012]|(?:[34]8;5;\\d+)(?:;48;5;\\d+)?)m`, 'g')
const OBEYED = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** What in a text a terminal would obey, but for line feeds and, where it has colour, colours; and lines that are forged. */
function obeyed(text: string, color: boolean): string[] {
  const plain = (color ? text.replaceAll(OURS, '') : text).replaceAll('\n', '')
  const found = OBEYED.exec(plain)
  return [
    ...(found === null ? [] : [JSON.stringify(plain.slice(Math.max(0, found.index - 60), found.index + 30))]),
    ...(text.match(/^.*OWNED.*$/gm) ?? []).filter((line) => line.includes('\u001b[1mOWNED')),
    ...(text.includes('kerf: FORGED\nnote: FORGED') ? ['forged'] : []),
  ]
}

beforeAll(async () => {
  writeFileSync(DATA, rows(160, 0))
  writeFileSync(NEW, rows(120, 30))
  writeFileSync(at('broken.json'), JSON.stringify({ format: named('kerf-binning'), version: 1 }))
  const hostile = `"${named('t')}"`
  await duckDbFile(at('hostile.duckdb'), [
    `CREATE TABLE ${hostile} AS SELECT i AS "${X}", CASE WHEN i > 50 THEN '${YES}' ELSE '${NO}' END AS "${Y}" FROM range(100) AS r(i)`,
    `CREATE TABLE other AS FROM ${hostile}`,
  ])
  for (const line of [
    ['fit', DATA, '-t', Y, '-o', at('bins.json')],
    ['summarize', DATA, '-t', Y, '-o', at('sum.kerf')],
    ['tree', DATA, '-t', Y, '--max-depth', '2', '-o', at('tree.json')],
    ['train', DATA, '-t', Y, '-c', X, '-o', at('model.json')],
    ['edit', at('bins.json'), '--column', COLOUR, '--merge', '0,1', '--name', named('all'), '-o', at('regrouped.json')],
    ['scorecard', DATA, '-t', Y, '--event', YES, '-c', X, '-o', at('card.json')],
  ])
    await run(line, false)
  const bins = JSON.parse(readFileSync(at('bins.json'), 'utf8')) as { columns: { method?: string }[] }
  bins.columns[0].method = named('mdlp')
  writeFileSync(at('edited.json'), JSON.stringify({ ...bins, [HOSTILE]: 1 }))
})

/** By command: lines whose output is for people. */
const LINES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  fit: [
    [DATA, '-t', Y],
    [DATA, '-t', Y, '--method', 'optimal', '--verbose'],
    [DATA, '-t', named('nothing')],
    [DATA, '-t', Y, '-c', HOSTILE],
    [DATA, '-t', Y, '--round', HOSTILE],
    [DATA, '-t', Y, '--round', '1'],
    [DATA, '-t', Y, '--method', HOSTILE],
    [DATA, '-t', Y, '--event', HOSTILE],
    [DATA, '-t', Y, '--special', `${HOSTILE}=x`],
    [DATA, '-t', Y, '-o', at(`${HOSTILE}.json`)],
    [DATA, '-t', Y, `--${HOSTILE}`],
    [at(`${HOSTILE}.csv`), '-t', Y],
    [DATA, '--weight', COLOUR],
    [at('broken.json')],
    [`${at('hostile.duckdb')}?table=${encodeURIComponent(named('t'))}`, '-t', Y],
    [`${at('hostile.duckdb')}?table=${encodeURIComponent(named('t'))}`, '-t', Y, '--where', HOSTILE],
    [`${at('hostile.duckdb')}?table=${encodeURIComponent(named('none'))}`],
    [`${at('hostile.duckdb')}?query=SELECT ${encodeURIComponent(HOSTILE)}`],
    [`${at('hostile.duckdb')}?${HOSTILE}=x`],
    [`${at(HOSTILE)}.duckdb?table=t`],
    [`postgres://${HOSTILE}:secret@h/d?table=t`],
    [`${HOSTILE}://h`],
  ],
  explain: [
    [`${at('hostile.duckdb')}?table=${encodeURIComponent(named('t'))}`, '-t', Y, '--goal', YES],
    [DATA, '-t', Y, '--goal', YES],
    [DATA, '--groups', Y],
    [DATA, '-t', Y, '--goal', HOSTILE],
  ],
  rank: [
    [DATA, '-t', Y],
    [DATA, '-t', Y, '--as', 'markdown'],
    [DATA, '-t', HOSTILE],
  ],
  compare: [
    [DATA, '-t', Y, '--methods', 'mdlp,equal-width', '-c', X],
    [DATA, '-t', Y, '--methods', HOSTILE],
  ],
  studio: [
    ['--help'],
    ['--copy', at(named('page'))],
    ['--copy', DATA],
    [at(HOSTILE)],
    [`postgres://${HOSTILE}@h/d?table=t`],
    ['--port', HOSTILE],
  ],
  serve: [
    ['--help'],
    [at('broken.json')],
    [at(HOSTILE)],
    [at('bins.json'), '--port', HOSTILE],
    [at('bins.json'), '--host', HOSTILE],
    [at('bins.json'), '--encode', HOSTILE],
    [at('bins.json'), '--reference', at(HOSTILE)],
    [at('tree.json'), '--encode', 'index'],
    [at('bins.json'), '--max-body', HOSTILE],
    [at('bins.json'), '--max-time', HOSTILE],
    [at('bins.json'), '--window', HOSTILE],
  ],
  tree: [
    [DATA, '-t', Y],
    [DATA, '-t', Y, '--model', 'naive-bayes'],
    [DATA, '-t', Y, '--by', HOSTILE],
    [DATA, '-t', Y, '--trace'],
    [DATA, '-t', Y, '--cross-validate', '2'],
  ],
  trace: [
    [DATA, '-t', Y, '--column', X],
    [DATA, '-t', Y, '--column', HOSTILE],
  ],
  scorecard: [
    [DATA, '-t', Y, '--event', YES, '--test', '0.2', '--exclude', ID, '--binning', at('bins.json')],
    [DATA, '-t', Y, '--event', YES, '--exclude', ID],
    [DATA, '-t', Y],
    [DATA, '-t', Y, '--event', HOSTILE],
    [DATA, '-t', Y, '--event', YES, '--time', named('z')],
    [DATA, '-t', Y, '--event', YES, '--time', HOSTILE],
    [DATA, '-t', Y, '--event', YES, '--base-odds', HOSTILE],
    [DATA, '-t', Y, '--binning', at('broken.json')],
    [DATA, '-t', Y, '--binning', at('bins.json'), '--event', YES, '--report', at(`${HOSTILE}.html`), '--force'],
  ],
  train: [
    [DATA, '-t', Y, '-c', X],
    [DATA, '-t', HOSTILE],
    [DATA, '-t', Y, '--encode', HOSTILE],
    [DATA, '-t', Y, '--binning', at('regrouped.json'), '--encode', 'woe'],
    [NEW, '-t', Y, '--binning', at('edited.json'), '--recount'],
    [DATA, '-t', Y, '--binning', at('broken.json')],
    [DATA, '-t', Y, '--binning', at('bins.json'), '-c', HOSTILE],
    [DATA, '-t', COLOUR, '--binning', at('bins.json'), '--encode', 'woe'],
  ],
  predict: [
    [at('tree.json'), DATA, '-o', at('told.csv'), '--force'],
    [at('model.json'), DATA, '-o', at('told.csv'), '--force'],
    [at('card.json'), DATA, '-o', at('told.csv'), '--force', '--reasons', '2'],
    [at('tree.json'), DATA, '--reasons', HOSTILE],
    [at('broken.json'), DATA],
    [at(HOSTILE), DATA],
  ],
  apply: [
    [at('broken.json'), DATA],
    [at('bins.json'), at(HOSTILE)],
    [at('bins.json'), DATA, '-o', at('applied.csv')],
    [at('bins.json'), DATA, '--keep', '--suffix', HOSTILE, '-o', at('kept.csv')],
    [at('bins.json'), DATA, '--encode', HOSTILE, '--suffix', HOSTILE],
  ],
  diff: [
    [at('bins.json'), at('regrouped.json')],
    [at('bins.json'), at('regrouped.json'), '--data', NEW, '--verbose'],
    [at('bins.json'), at('broken.json')],
    [at('bins.json'), at('regrouped.json'), '--data', at(HOSTILE)],
    [at('bins.json'), at('regrouped.json'), '-c', HOSTILE],
    [at('bins.json'), at('regrouped.json'), '--fail-on', HOSTILE],
  ],
  verify: [
    [at('bins.json'), DATA],
    [at('edited.json'), DATA],
    [at('regrouped.json'), NEW],
    [at('bins.json'), NEW, '-c', HOSTILE],
    [at(HOSTILE), DATA],
  ],
  drift: [
    [at('bins.json'), NEW],
    [at('bins.json'), NEW, '--date', HOSTILE],
    [at('edited.json'), NEW],
  ],
  edit: [
    [at('bins.json'), '--column', X, '--merge', '0,1'],
    [at('bins.json'), '--column', HOSTILE, '--merge', '0,1'],
    [at('bins.json'), '--column', COLOUR, '--move', HOSTILE, '--to', 'new'],
    [at('bins.json'), '--column', COLOUR, '--move', named('red'), '--to', HOSTILE],
    [at('bins.json'), '--column', COLOUR, '--merge', '0,1', '--verbose'],
    [at('bins.json'), '--column', COLOUR, '--unseen', HOSTILE],
    [at('bins.json'), '--column', X, '--round', HOSTILE],
    [at('bins.json'), '--column', X, '--round', '1', '--data', DATA],
  ],
  summarize: [
    [DATA, '-t', Y],
    [DATA, '-t', HOSTILE],
  ],
  merge: [
    [at('sum.kerf'), at('sum.kerf'), '-o', at('both.kerf'), '--force'],
    [at(HOSTILE), at('sum.kerf')],
  ],
  show: [
    [at('bins.json')],
    [at('edited.json')],
    [at('bins.json'), '--verbose'],
    [at('bins.json'), '--as', 'markdown'],
    [at('bins.json'), '-o', at(`${HOSTILE}.xlsx`), '--force'],
    [at('bins.json'), '-o', HOSTILE],
    [at('broken.json')],
    [at(HOSTILE)],
  ],
  report: [
    [at('bins.json'), '-o', at(`${HOSTILE}.xlsx`), '--force', '--title', HOSTILE],
    [at('bins.json'), '-o', at(`${HOSTILE}.ods`)],
    [at('bins.json'), '-o', at(`${HOSTILE}.html`), '--force'],
    [at('broken.json'), '-o', at('r.html')],
  ],
  export: [
    [at('bins.json'), '--to', HOSTILE],
    [at('broken.json'), '--to', 'sql'],
  ],
  methods: [[], [HOSTILE]],
  repair: [
    [at('tree.json'), NEW, '--was', DATA],
    [at('tree.json'), NEW, '--was', at(HOSTILE)],
    [at('broken.json'), NEW, '--was', DATA],
  ],
  stream: [[DATA, '-t', Y, '--watch', '--columns', X], [DATA, '-t', HOSTILE], [at(HOSTILE)]],
  study: [['id3', DATA, '-t', Y], ['id3', DATA, '-t', HOSTILE], [HOSTILE]],
  completion: [[HOSTILE]],
}

/** Commands that print nothing of the data to people but errors. */
const ALWAYS_WRONG = ['export', 'completion', 'apply']

describe('no name in the data reaches the terminal as more than text', () => {
  test('every command is tried', () => {
    expect(Object.keys(LINES).toSorted()).toEqual(Object.keys(COMMANDS).toSorted())
  })

  describe.each([false, true])('with colour: %s', (color) => {
    test.each(Object.entries(LINES))('%s', async (command, lines) => {
      for (const line of lines) {
        const { code, out, err } = await run([command, ...line], color)
        const works = line === lines[0] && !ALWAYS_WRONG.includes(command)
        expect([line, code]).toEqual([line, works ? 0 : code])
        expect(err, 'no unexpected error').not.toContain('unexpected error')
        const shown = command === 'stream' ? out.replaceAll('\u001b[H\u001b[2J', '') : out
        expect({ line, out: obeyed(shown, color), err: obeyed(err.replaceAll('\r\u001b[2K', ''), false) }).toEqual({
          line,
          out: [],
          err: [],
        })
      }
    })
  })

  test('shows what was hostile, and colours of ours stay', async () => {
    const { out } = await run(['show', at('bins.json')], true)
    expect(out).toContain(String.raw`x\u001b]0;OWNED\u0007\u001b[1mOWNED\u001b[0m\u009b31m`)
    expect(out).toMatch(OURS)
    const { err } = await run(['fit', DATA, '-t', HOSTILE], true)
    expect(err).toContain(String.raw`\nkerf: FORGED\nnote: FORGED`)
  })

  test('nor in a process of its own, with colour', async () => {
    const { out, err } = await kerfProcess(['show', at('bins.json')], { env: { FORCE_COLOR: '1', NO_COLOR: '' } })
    expect([obeyed(out, true), obeyed(err, false)]).toEqual([[], []])
    expect(out).toMatch(OURS)
  })

  test('programs get every name to the letter', async () => {
    const { out } = await run(['show', at('bins.json'), '--as', 'json'], true)
    expect((JSON.parse(out) as { target: { name: string } }).target.name).toBe(Y)
    expect(JSON.parse((await run(['fit', DATA, '-t', Y, '--json'], true)).out)).toMatchObject({
      target: { classes: [NO, YES] },
    })
    expect((await run(['show', at('bins.json'), '--as', 'csv'], true)).out).toContain(quoted(X))
  })
})

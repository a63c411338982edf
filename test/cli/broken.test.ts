import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { folder, kerf, kerfProcess, type ProcessOptions } from './run.ts'

const GOOD = `x,y\n${Array.from({ length: 40 }, (_, i) => `${i * 1.5},${i < 20 ? 'a' : 'b'}`).join('\n')}\n`
const BINS = JSON.parse(
  '{"format":"kerf-binning","version":1,"created":{"kerf":"0.1.0","method":"mdlp","options":{},"source":{"name":null,"rows":2}},"target":null,"columns":[{"name":"x","kind":"number","method":"fixed","options":{},"closed":"left","cuts":[1.5],"range":[1,2],"cutsExact":true,"countsExact":true,"reasons":[{"measure":"given","score":null,"bar":null,"margin":null,"runnerUp":null}],"bins":[{"label":"< 1.5","count":1,"lo":1,"hi":1,"median":1},{"label":"≥ 1.5","count":1,"lo":2,"hi":2,"median":2}],"missing":{"count":0,"policy":"own","bin":null,"values":[]},"special":[],"notes":[]}]}',
) as Record<string, unknown>
const bins = (change: (copy: Record<string, never>) => void): string => {
  const copy = structuredClone(BINS) as Record<string, never>
  change(copy)
  return JSON.stringify(copy)
}

interface Case {
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  readonly args: readonly string[]
  readonly code: number
  /** parts the message must have: file, line, column, what was found, what to do */
  readonly says: readonly (string | RegExp)[]
  readonly prepare?: (cwd: string) => void
  /** what makes a process of its own necessary */
  readonly shell?: ProcessOptions['shell']
}

const fitFile = (
  content: string | Uint8Array,
  says: readonly (string | RegExp)[],
  more: readonly string[] = [],
  code = 1,
): Case => ({
  files: { 'd.csv': content },
  args: ['fit', 'd.csv', ...more],
  code,
  says,
})

const CASES: Record<string, Case> = {
  'a ragged row early': fitFile('x,y\n1,a\n2\n3,b\n', ['d.csv', 'line 3', /1 field/, /2/, '--bad-rows skip']),
  'a ragged row late': fitFile(`${GOOD}1,a,extra\n`, ['d.csv', 'line 42', /3 fields/, '--bad-rows skip']),
  'an unclosed quote': fitFile('x,y\n1,"a\n2,b\n3,c\n', ['d.csv', 'line 2', /quote/]),
  'bytes that are no UTF-8': fitFile(Buffer.from('x,y\n1,caf\xe9\n', 'latin1'), ['d.csv', 'line 2', 'UTF-8']),
  'UTF-16': fitFile(Buffer.from('\ufeffx,y\n1,a\n', 'utf16le'), ['d.csv', 'UTF-16']),
  'an empty file': fitFile('', ['d.csv', /empty/]),
  'column names and no rows': fitFile('x,y\n', [
    /^kerf: d\.csv: there are column names and no rows, so there is nothing to bin\n$/,
  ]),
  'a binary file called .csv': fitFile(Uint8Array.from([0, 1, 2, 3, 0, 255, 254, 0, 7]), ['d.csv', /binary|NUL/]),
  'NUL bytes in the middle': fitFile('x,y\n1,a\n2,\u0000\n', ['d.csv', /binary|NUL/]),
  'an unknown target': fitFile(GOOD, ['"klass"', /did you mean|expected one of/], ['--target', 'klass']),
  'an unknown column': fitFile(GOOD, ['"z"'], ['--columns', 'z']),
  'an unknown weight': fitFile(GOOD, ['"w"'], ['--weight', 'w']),
  'an unknown event': fitFile(GOOD, ['"c"', 'event'], ['--target', 'y', '--event', 'c']),
  'negative weights': fitFile('x,w\n1,1\n2,-1\n', ['weights', '-1', 'row'], ['--weight', 'w']),
  'weights that are text': fitFile('x,w\n1,a\n2,b\n', ['weights', '"a"'], ['--weight', 'w']),
  'missing values under the policy error': fitFile(
    'x,y\n1,a\n,b\n',
    ['x', 'missing', 'error'],
    ['--target', 'y', '--missing', 'error'],
  ),
  'a file that is not there': {
    files: { 'data.csv': GOOD },
    args: ['fit', 'date.csv'],
    code: 1,
    says: ['date.csv', 'data.csv'],
  },
  'a folder': { args: ['fit', 'sub'], code: 1, says: ['sub', 'folder'], prepare: (cwd) => mkdirSync(join(cwd, 'sub')) },
  'a dangling link': {
    args: ['fit', 'link.csv'],
    code: 1,
    says: ['link.csv', /link/],
    prepare: (cwd) => symlinkSync('nowhere.csv', join(cwd, 'link.csv')),
  },
  'a glob without files': { args: ['fit', '*.csv'], code: 1, says: ['*.csv', /no file/] },
  'a truncated gz': {
    files: { 'd.csv.gz': gzipSync(GOOD).subarray(0, 60) },
    args: ['fit', 'd.csv.gz'],
    code: 1,
    says: ['d.csv.gz', /end is missing/],
  },
  'a truncated Parquet': {
    files: { 'd.parquet': 'PAR1aaaaaaaaaaaaaaaa' },
    args: ['fit', 'd.parquet'],
    code: 1,
    says: ['d.parquet', /Parquet/],
  },
  'text called .parquet': {
    files: { 'd.parquet': GOOD },
    args: ['fit', 'd.parquet'],
    code: 1,
    says: ['d.parquet', /Parquet/],
  },
  'a broken line of JSON': {
    files: { 'd.jsonl': '{"x":1}\n{"x":\n' },
    args: ['fit', 'd.jsonl'],
    code: 1,
    says: ['d.jsonl', 'line 2'],
  },
  'a broken ARFF header': {
    files: { 'd.arff': '@relation r\n@attribute x fuzzy\n@data\n1\n' },
    args: ['fit', 'd.arff'],
    code: 1,
    says: ['d.arff', 'line 2', 'fuzzy'],
  },
  'files of different columns': {
    files: { 'a1.csv': 'x,y\n1,2\n', 'a2.csv': 'x,z\n1,2\n' },
    args: ['fit', 'a*.csv'],
    code: 1,
    says: ['a1.csv', 'a2.csv'],
  },
  'an output that exists': {
    files: { 'd.csv': GOOD, 'o.json': 'keep' },
    args: ['fit', 'd.csv', '-o', 'o.json'],
    code: 1,
    says: ['o.json', '--force'],
  },
  'an output folder that is not there': {
    files: { 'd.csv': GOOD },
    args: ['fit', 'd.csv', '-o', 'no/o.json'],
    code: 1,
    says: ['no/o.json', 'folder'],
  },
  'an output that is a folder': {
    files: { 'd.csv': GOOD },
    args: ['fit', 'd.csv', '-o', '.'],
    code: 1,
    says: ['folder'],
  },
  'a full device': {
    files: { 'd.csv': GOOD },
    args: ['fit', 'd.csv', '--json'],
    code: 1,
    says: [/disk is full/],
    shell: (command) => `${command} > /dev/full`,
  },
  'an output on a full device': {
    files: { 'd.csv': GOOD },
    args: ['fit', 'd.csv', '-o', '/dev/full'],
    code: 1,
    says: ['/dev/full', /space/],
  },
  'a limit on file size': {
    files: { 'd.csv': GOOD, 'b.json': JSON.stringify(BINS), 'big.csv': `x\n${'1\n'.repeat(60_000)}` },
    args: ['apply', 'b.json', 'big.csv', '-o', 'o.csv'],
    code: 1,
    says: ['o.csv', /large|limit/],
    shell: (command) => `trap '' XFSZ; ulimit -f 8; ${command}`,
  },
  'a binning that is no JSON': {
    files: { 'b.json': '{"format":' },
    args: ['show', 'b.json'],
    code: 1,
    says: ['b.json', 'JSON'],
  },
  'a binning of another format': {
    files: { 'b.json': '{"format":"x"}' },
    args: ['show', 'b.json'],
    code: 1,
    says: ['b.json', 'format', 'kerf-binning'],
  },
  'a binning of an unknown version': {
    files: { 'b.json': bins((b) => Object.assign(b, { version: 2 })) },
    args: ['show', 'b.json'],
    code: 1,
    says: ['b.json', 'version', '2'],
  },
  'unsorted cuts': {
    files: { 'b.json': JSON.stringify(BINS).replace('"cuts":[1.5]', '"cuts":[1.5,1.2]') },
    args: ['show', 'b.json'],
    code: 1,
    says: ['b.json', 'columns[0].cuts[1]', '1.2'],
  },
  'a binning without its bins': {
    files: { 'b.json': JSON.stringify(BINS).replace(/"bins":\[.*?\],"missing"/, '"bins":[],"missing"') },
    args: ['show', 'b.json'],
    code: 1,
    says: ['columns[0].bins'],
  },
  'a binning for other columns': {
    files: { 'b.json': JSON.stringify(BINS), 'd.csv': 'z\n1\n' },
    args: ['apply', 'b.json', 'd.csv'],
    code: 1,
    says: ['"x"'],
  },
  'text where the binning wants numbers': {
    files: { 'b.json': JSON.stringify(BINS), 'd.csv': 'x\n1\nabc\n' },
    args: ['apply', 'b.json', 'd.csv', '-o', 'o.csv'],
    code: 1,
    says: ['x', 'abc', 'line 3'],
  },
  'a training on bins that are no bins': {
    files: { 'b.json': '{"format":"kerf-binning","version":1}', 'd.csv': GOOD },
    args: ['train', 'd.csv', '-t', 'y', '--binning', 'b.json'],
    code: 1,
    says: ['b.json is not a usable binning', 'columns: expected a list'],
  },
  'a training on bins of a column that is not there': {
    files: { 'b.json': bins(() => undefined), 'd.csv': 'q,y\n1,a\n2,b\n' },
    args: ['train', 'd.csv', '-t', 'y', '--binning', 'b.json'],
    code: 1,
    says: ['d.csv: there is no column "x", which the binning has'],
  },
  'a training that names both bins and a method': {
    files: { 'b.json': bins(() => undefined), 'd.csv': GOOD },
    args: ['train', 'd.csv', '-t', 'y', '--binning', 'b.json', '--method', 'mdlp'],
    code: 2,
    says: ['--method says how columns are cut, which b.json does'],
  },
  'a diff with a file that is not there': {
    files: { 'b.json': bins(() => undefined) },
    args: ['diff', 'b.json', 'c.json'],
    code: 1,
    says: ['c.json does not exist'],
  },
  'a diff with something that is no binning': {
    files: { 'b.json': bins(() => undefined), 'c.json': '[1, 2' },
    args: ['diff', 'b.json', 'c.json'],
    code: 1,
    says: ['c.json is not a usable binning', 'JSON'],
  },
  'a diff on rows without the column': {
    files: { 'b.json': bins(() => undefined), 'd.csv': 'q\n1\n' },
    args: ['diff', 'b.json', 'b.json', '--data', 'd.csv'],
    code: 1,
    says: ['d.csv: there is no column "x", which a binning has'],
  },
  'a verification of rows that are text': {
    files: { 'b.json': bins(() => undefined), 'd.csv': 'x\na\nb\n' },
    args: ['verify', 'b.json', 'd.csv'],
    code: 1,
    says: ['d.csv', '"x" holds text such as "a"', 'numbers'],
  },
  'a rounding that would join bins': {
    files: { 'd.csv': GOOD },
    args: ['fit', 'd.csv', '--cuts', 'x=10.1,10.2', '--round', '0'],
    code: 1,
    says: ['column "x": cuts 10.1 and 10.2 rounded to 10 and 10 would join bins', 'more decimals'],
  },
  'groups in --spec that share a level': {
    files: { 'd.csv': 'c,y\na,1\nb,0\n', 's.json': '{"c": {"groups": [["a", "b"], ["a"]]}}' },
    args: ['fit', 'd.csv', '-t', 'y', '--spec', 's.json'],
    code: 2,
    says: ['groups must be lists that share no level, got "a"'],
  },
  'groups in --spec of numbers': {
    files: { 'd.csv': GOOD, 's.json': '{"x": {"groups": [["1"]]}}' },
    args: ['fit', 'd.csv', '-t', 'y', '--spec', 's.json'],
    code: 2,
    says: ['groups are of levels, and x holds numbers'],
  },
  'unseen levels sent to a group that is not there': {
    files: { 'd.csv': 'c,y\na,1\nb,0\n', 's.json': '{"c": {"groups": {"all": ["a", "b"]}, "unseen": "al"}}' },
    args: ['fit', 'd.csv', '-t', 'y', '--spec', 's.json'],
    code: 2,
    says: ['unseen must be missing, error, or a group of "c" from 0 to 0 or by name, got "al"', 'did you mean all?'],
  },
  'a suffix for numbers of an encoding': {
    files: { 'b.json': bins(() => undefined), 'd.csv': GOOD },
    args: ['apply', 'b.json', 'd.csv', '--encode', 'one-hot', '--suffix', '_x'],
    code: 2,
    says: ['--suffix names columns of bins; those of --encode one-hot have names of their own'],
  },
  'a suffix that names a column there is': {
    files: { 'b.json': bins(() => undefined), 'd.csv': 'x,x_bin\n1,2\n' },
    args: ['apply', 'b.json', 'd.csv', '--keep'],
    code: 1,
    says: ['d.csv has a column "x_bin" already; choose another suffix'],
  },
  'an edit of a column that is not there': {
    files: { 'b.json': JSON.stringify(BINS) },
    args: ['edit', 'b.json', '--column', 'q', '--add', '1'],
    code: 1,
    says: ['"q"'],
  },
  'a cut that is not there': {
    files: { 'b.json': JSON.stringify(BINS) },
    args: ['edit', 'b.json', '--column', 'x', '--remove', '9'],
    code: 2,
    says: ['9', '1.5'],
  },
  'an unknown command': { args: ['fitt'], code: 2, says: ['fitt', 'fit'] },
  'an unknown flag': fitFile(GOOD, ['--bns', '--bins'], ['--bns', '3'], 2),
  'an unknown method': fitFile(GOOD, ['mdpl'], ['--method', 'mdpl'], 2),
  'an unknown preset': fitFile(GOOD, ['"wika"', 'weka'], ['--target', 'y', '--preset', 'wika'], 2),
  'a bad number of bins': fitFile(GOOD, ['--bins', '"zero"'], ['--bins', 'zero'], 2),
  'a rule for the number of bins that is not known': fitFile(
    GOOD,
    [
      '--bins takes a whole number of at least 1, or one of auto, sturges, scott, freedman-diaconis, advised, got "rice"',
    ],
    ['--method', 'equal-width', '--bins', 'rice'],
    2,
  ),
  'an empty number of bins': fitFile(GOOD, ['--bins', '""'], ['--bins', ''], 2),
  'a rule for the bins of a method that takes none': fitFile(
    GOOD,
    ['mdlp: takes no rule for the number of bins, got auto; equal-frequency and equal-width take one'],
    ['--target', 'y', '--method', 'mdlp', '--bins', 'auto'],
    2,
  ),
  'a rule for the bins that is not of those a method takes': fitFile(
    GOOD,
    ['k-means: bins must be an integer from 1 to 1000, or one of auto, sturges', 'got advised'],
    ['--target', 'y', '--method', 'k-means', '--bins', 'advised'],
    2,
  ),
  'a rule for the bins of a method without bins': fitFile(
    GOOD,
    ['bin-log: takes no rule for the number of bins, got scott'],
    ['--method', 'bin-log', '--bins', 'scott'],
    2,
  ),
  'advised bins without a target': fitFile(
    GOOD,
    ['bins "advised" need a target'],
    ['--method', 'equal-width', '--bins', 'advised'],
  ),
  'a flag of another method': fitFile(GOOD, ['--alpha', 'chi-merge'], ['--method', 'equal-width', '--alpha', '0.1'], 2),
  'a value outside its rule': fitFile(
    GOOD,
    ['--alpha', 'below 1', '7'],
    ['--target', 'y', '--method', 'chi-merge', '--alpha', '7'],
    2,
  ),
  'columns together by a method that cannot': fitFile(
    GOOD,
    ['--together', 'chi2'],
    ['--target', 'y', '--method', 'mdlp', '--together'],
    2,
  ),
  'a method that needs a target': fitFile(GOOD, ['mdlp', 'target'], ['--method', 'mdlp']),
  'no DATA': { args: ['fit'], code: 2, says: ['data'] },
  'a spec that is no JSON': {
    files: { 'd.csv': GOOD, 's.json': '{' },
    args: ['fit', 'd.csv', '--spec', 's.json'],
    code: 1,
    says: ['s.json', 'JSON'],
  },
  'a spec for a column that is not there': {
    files: { 'd.csv': GOOD, 's.json': '{"q":{}}' },
    args: ['fit', 'd.csv', '--spec', 's.json'],
    code: 1,
    says: ['"q"'],
  },
  'a two-character delimiter': fitFile(GOOD, ['--delimiter', '";;"'], ['--delimiter', ';;'], 2),
}

describe('broken input gets one clear message and leaves nothing behind', () => {
  test.each(Object.entries(CASES))('%s', async (_, { files = {}, args, code, says, prepare, shell }) => {
    const cwd = folder(files)
    prepare?.(cwd)
    const before = readdirSync(cwd).toSorted()
    const ran = shell === undefined ? await kerf(args, { cwd }) : await kerfProcess(args, { cwd, shell })
    for (const part of says) {
      expect(ran.err).toMatch(
        typeof part === 'string' ? new RegExp(part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)) : part,
      )
    }
    expect({ code: ran.code, out: ran.out }).toEqual({ code, out: '' })
    expect(ran.err).not.toMatch(/\n\s+at |unexpected error/)
    expect(ran.err.trim().split('\n').length).toBeLessThanOrEqual(3)
    expect(readdirSync(cwd).toSorted()).toEqual(before)
  })
})

describe('odd but usable input', () => {
  const usable = async (content: string | Uint8Array, ...args: string[]): Promise<{ err: string; out: string }> => {
    const cwd = folder({ 'd.csv': content })
    const ran = await kerf(['fit', 'd.csv', '--json', ...args], { cwd })
    expect(ran.code).toBe(0)
    return ran
  }
  const kinds = (out: string): unknown =>
    (JSON.parse(out) as { columns: { name: string; kind: string }[] }).columns.map(
      ({ name, kind }) => `${name}: ${kind}`,
    )

  test('very many classes are told of', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => `${i % 37},c${i % 100}`)
    const { err } = await usable(['x,y', ...rows, ''].join('\n'), '--target', 'y')
    expect(err).toBe(
      'note: y has 100 classes with 4 rows each on average, too few to tell them apart; is it a name or key? ' +
        'Amounts need the target kind numeric\n',
    )
  })

  test('one class gives one bin', async () => {
    const { out } = await usable(GOOD.replaceAll('b', 'a'), '--target', 'y')
    const { columns, notes } = JSON.parse(out) as { columns: { bins: unknown[] }[]; notes: unknown }
    expect(columns[0].bins).toHaveLength(1)
    expect(notes).toEqual([
      { code: 'one-class', message: 'y has only the class "a", so there is nothing to tell apart' },
    ])
  })

  test('a column without values is kept, with a note', async () => {
    const { out } = await usable('x,e\n1,\n2,\n3,\n')
    expect(out).toContain('"no-values"')
  })

  test('columns of one name are told apart', async () => {
    const { out, err } = await usable('x,x\n1,2\n3,4\n5,7\n')
    expect(kinds(out)).toEqual(['x: number', 'x (2): number'])
    expect(err).toContain('x (2)')
  })

  test('thousands separators make text, with a hint', async () => {
    const { err } = await usable('x,y\n"1,234",a\n"2,345",b\n"3,456",a\n')
    expect(err).toMatch(/thousands/)
  })

  test('decimal commas are numbers', async () => {
    const { out } = await usable('x;y\n1,5;a\n2,5;b\n3,75;a\n')
    expect(kinds(out)).toEqual(['x: number', 'y: category'])
  })

  test('mixed line ends are line ends', async () => {
    const { out } = await usable('x,y\r\n1,a\n2,b\r\n3,a\n')
    expect(JSON.parse(out)).toMatchObject({ created: { source: { rows: 3 } } })
  })

  test('a late text makes a text column and names the line', async () => {
    const { err } = await usable(`${GOOD}oops,a\n`)
    expect(err).toMatch(/"oops" at line 42/)
  })

  test('a line of 10 MB is read', async () => {
    const { out } = await usable(`x,t\n1,a\n2,"${'z'.repeat(10_000_000)}"\n3,c\n`, '--columns', 'x')
    expect(JSON.parse(out)).toMatchObject({ created: { source: { rows: 3 } } })
  }, 60_000)

  test('20,000 columns are read', async () => {
    const wide = [
      Array.from({ length: 20_000 }, (_, i) => `c${i}`),
      Array.from({ length: 20_000 }, (_, i) => i),
      Array.from({ length: 20_000 }, (_, i) => i + 1),
    ]
    const { out } = await usable(`${wide.map((row) => row.join(',')).join('\n')}\n`, '--columns', 'c0,c19999')
    expect(kinds(out)).toEqual(['c0: number', 'c19999: number'])
  }, 120_000)

  test('bad rows are left out and counted on request', async () => {
    const { out, err } = await usable('x,y\n1,a\n2\n3,b\n', '--bad-rows', 'skip')
    expect(JSON.parse(out)).toMatchObject({ created: { source: { rows: 2 } } })
    expect(err).toMatch(/1 (line|row)/)
  })

  test('an interrupt in the middle exits 130 and leaves nothing behind', async () => {
    const cwd = folder({ 'b.json': JSON.stringify(BINS) })
    writeFileSync(join(cwd, 'big.csv'), `x\n${'1.25\n2.5\n'.repeat(4_000_000)}`)
    const ran = await kerfProcess(['apply', 'b.json', 'big.csv', '-o', 'o.csv'], {
      cwd,
      shell: (command) =>
        `${command} & child=$!; until ls -A | grep -q '^.kerf-'; do sleep 0.01; done; kill -INT $child; wait $child`,
    })
    expect(ran.code).toBe(130)
    expect(readdirSync(cwd).toSorted()).toEqual(['b.json', 'big.csv'])
  }, 60_000)
})

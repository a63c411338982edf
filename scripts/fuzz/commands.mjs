// Command lines: every command with flags of its own and of others, right and wrong values, good and broken files.
// Whatever happens, the exit code is one of ours, there is no stack trace, files that were there are whole, and nothing
// half written is left.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { ioOf } from '../../build/cli/io.js'
import { programFor, runCommandLine } from '../../build/cli/program.js'
import { mutateBytes, mutateJson, NUMBERS, pick, WORDS } from './mutate.mjs'

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const SAVED = [
  'iris-mdlp.json',
  'penguins-class.json',
  'tree-usual.json',
  'tree-usual-bins.json',
  'model-naive-bayes.json',
  'model-logistic.json',
  'rules.json',
  'encoder-woe.json',
  'iris.kerf',
  'iris-summary.json',
  'stream-pid.state',
  'stream-library-pid.json',
]
const OUTPUTS = [
  'out.csv',
  'out.json',
  'out.html',
  'out.parquet',
  'out.csv.gz',
  'out.kerf',
  'out',
  'no/such/folder.json',
  'folder',
]
const NAMES = ['species', 'petal_length', 'sepal_width', 'sex', 'body_mass_g', 'island', 'nothing']
/** These wait for more rows, or train for minutes. */
const NEVER = new Set(['--follow', '--net', '--neural', '--epochs', '--trials', '--memory', '--threads'])
const FINE = new Set([0, 1, 2, 3])
/** A run that was told to keep its rows as they come may leave them when a later one is refused. */
const GROWING = new Set(['stream'])

export async function prepare(_doors, scratch) {
  const terminal = { color: false, width: 100, progress: false, writeOut: () => {}, writeErr: () => {} }
  const { commands } = await programFor(['completion'], ioOf(terminal))
  const known = commands.filter((command) => !['study', 'studio', 'serve'].includes(command.name()))
  const flags = known.flatMap((command) => command.options)
  const home = mkdtempSync(join(scratch, 'commands-'))
  process.chdir(home)
  fill()
  let before = look()
  return { makeCase, tryCase }

  function makeCase(random) {
    const { integer } = random
    const command = pick(random, known)
    const files = Object.keys(before).filter((name) => integer(3) > 0 || !name.startsWith('out'))
    const fitting = command.registeredArguments.map((argument) => argumentOf(argument.name(), random, files))
    const args = integer(12) === 0 ? fitting.slice(1) : fitting
    const own = command.options.filter((option) => !NEVER.has(option.long))
    if (integer(10) > 0) {
      const target = own.find((option) => option.long === '--target')
      if (target !== undefined)
        args.push('--target', integer(8) === 0 ? pick(random, NAMES) : pick(random, ['species', 'species', 'sex']))
    }
    for (const option of own.filter((one) => one.mandatory)) args.push(...withValue(option, random, files))
    for (let left = integer(integer(2) === 0 ? 2 : 6); left > 0; left--) {
      const option = integer(12) === 0 ? pick(random, flags) : pick(random, own)
      if (option !== undefined && !NEVER.has(option.long)) args.push(...withValue(option, random, files))
    }
    const line = [integer(80) === 0 ? pick(random, WORDS) : command.name(), ...args]
    return { kind: 'txt', input: line.join('\n'), line, broken: integer(5) === 0 ? breaking(random) : null }
  }

  async function tryCase({ line, broken }) {
    if (broken !== null) {
      writeFileSync(broken.name, broken.bytes)
      before = look()
    }
    let [out, err] = ['', '']
    const code = await runCommandLine(
      line,
      ioOf({ ...terminal, writeOut: (text) => void (out += text), writeErr: (text) => void (err += text) }),
    )
    const after = look()
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => before[name] !== after[name],
    )
    const shown = `kerf ${line.map((word) => JSON.stringify(word)).join(' ')}\nexit ${code}\n${err.slice(0, 1500)}`
    if (changed.length > 0 || broken !== null) fill()
    before = look()
    if (!FINE.has(code)) throw new Error(`an exit code that is not documented: ${shown}`)
    if (/unexpected error|\n {4}at /.test(err)) throw new Error(`not in words: ${shown}`)
    if (code !== 0 && err === '') throw new Error(`no message: ${shown}`)
    const lost = changed.filter((name) => code !== 0 && code !== 3 && !(GROWING.has(line[0]) && !(name in before)))
    if (lost.length > 0) throw new Error(`changed ${lost.join(', ')} though it failed: ${shown}`)
    const strewn = changed.filter((name) => /tmp|~|part/.test(name))
    if (strewn.length > 0) throw new Error(`left ${strewn.join(', ')} behind: ${shown}`)
    if (code === 0 && line.includes('--json') && out !== '') JSON.parse(out)
    return ['done', 'bad data', 'wrong use', 'a verdict'][code]
  }

  /** An argument that suits its name, most of the time. */
  function argumentOf(name, random, files) {
    if (random.integer(10) === 0) return pick(random, files)
    if (/binning|bins/.test(name)) return pick(random, ['iris-mdlp.json', 'penguins-class.json'])
    if (/tree|model/.test(name))
      return pick(random, ['tree-usual.json', 'tree-usual-bins.json', 'model-naive-bayes.json', 'model-logistic.json'])
    if (/summar/.test(name)) return pick(random, ['iris.kerf', 'iris-summary.json'])
    if (/data|file|input/.test(name))
      return pick(random, ['iris.csv', 'iris.csv', 'penguins.csv', 'iris.csv.gz', 'rows.jsonl', 'broken.csv'])
    return pick(random, [...files, ...WORDS])
  }

  function withValue(option, random, files) {
    if (!option.required && !option.optional) return [option.long]
    return [option.long, valueOf(option, random, files)]
  }

  function valueOf(option, random, files) {
    const { integer } = random
    if (integer(6) === 0) return pick(random, [...WORDS, ...files, ...NUMBERS.map(String)])
    if (option.argChoices?.length > 0) return pick(random, option.argChoices)
    const listed = /\(([a-z-]+(?:, [a-z-]+)+)/.exec(option.description)?.[1].split(', ')
    if (listed !== undefined && integer(2) === 0) return pick(random, listed)
    if (/out|report|save|state|events|metrics/.test(option.long))
      return pick(random, integer(8) === 0 ? files : OUTPUTS)
    if (/binning|was|encoder|spec/.test(option.long)) return pick(random, SAVED)
    if (/column|target|weight|exclude|key|period|group/.test(option.long)) return pick(random, NAMES)
    return pick(random, [
      '0',
      '1',
      '2',
      '3',
      '10',
      '0.5',
      '0.05',
      '1e9',
      '-1',
      'mdlp',
      'auto',
      'none',
      'all',
      'petal_length=2',
      'x>1',
    ])
  }

  /** A file that gets broken before the command runs. */
  function breaking(random) {
    const name = pick(random, ['iris.csv', 'penguins.csv', 'rows.jsonl', 'iris.csv.gz', ...SAVED])
    const bytes = original(name)
    const json = /json$|state$/.test(name) && !name.endsWith('jsonl') && random.integer(2) === 0
    return { name, bytes: json ? mutateJson(bytes.toString(), random) : mutateBytes(bytes, random) }
  }

  function original(name) {
    if (name === 'iris.csv.gz') return gzipSync(readFileSync(at('samples/iris.csv')))
    if (name === 'rows.jsonl')
      return Buffer.from('{"petal_length":1,"species":"a"}\n{"petal_length":2,"species":"b"}\n'.repeat(20))
    return readFileSync(SAVED.includes(name) ? at(`test/saved/files/${name}`) : at(`samples/${name}`))
  }

  /** The folder as it is before each command. */
  function fill() {
    for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true, force: true })
    for (const name of ['iris.csv', 'penguins.csv']) copyFileSync(at(`samples/${name}`), name)
    for (const name of ['iris.csv.gz', 'rows.jsonl', ...SAVED]) writeFileSync(name, original(name))
    writeFileSync('broken.csv', 'a,b\n1,2\n3\n"x')
    writeFileSync('empty', '')
    writeFileSync('out.json', 'old')
    mkdirSync('folder')
    symlinkSync('nowhere', 'dangling')
  }

  /** Every entry of the folder with what tells that it was changed. */
  function look() {
    const found = {}
    for (const { name, parentPath } of readdirSync(home, { recursive: true, withFileTypes: true })) {
      const stats = statSync(join(parentPath, name), { throwIfNoEntry: false })
      found[join(parentPath, name).slice(home.length + 1)] =
        stats === undefined ? 'link' : `${stats.size} ${stats.ino} ${stats.mtimeMs}`
    }
    return found
  }
}

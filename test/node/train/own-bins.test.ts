import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Binning, type CategoryColumn, type Column, type Counted, hasCuts } from '../../../src/binning/binning.ts'
import { binningFromJson } from '../../../src/binning/binning-json.ts'
import { findEncoding } from '../../../src/encoders/all-encodings.ts'
import { makeEncoder } from '../../../src/encoders/make-encoder.ts'
import { type LogisticModel, modelFromJson, predict, trainTable } from '../../../src/models/index.ts'
import { readData } from '../../../src/node/read/read-data.ts'
import { toTable } from '../../../src/sources/source.ts'
import { tableLike } from '../../../src/sources/table-like.ts'
import { printed, told } from '../../cli/in-process.ts'
import { folder } from '../../cli/run.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))
const COLUMNS = 'body_mass_g,beak_depth_mm,island,species'
const made = folder()
const at = (name: string): string => join(made, name)
const OWN = at('own.json')

/** Rows as text, so that nothing of the library has a part in what is computed by hand. */
const [HEAD, ...LINES] = readFileSync(PENGUINS, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split(','))
const fieldOf = (line: readonly string[], name: string): string => line[HEAD.indexOf(name)]

/** Bins as a person leaves them: cuts moved and merged, bins named, levels regrouped, and a code of its own. */
beforeAll(async () => {
  const edits = [
    ['body_mass_g', '--move', '4050', '--to', '4100'],
    ['body_mass_g', '--add', '5000', '--name', 'light,middling,heavy,very heavy'],
    ['island', '--merge', 'Biscoe,Torgersen'],
    ['species', '--merge', '0,1'],
    ['species', '--name', 'common,rare'],
    ['species', '--unseen', 'rare'],
  ]
  const fit = ['--cuts', 'body_mass_g=3300,4050', '--special', 'beak_depth_mm=17.9', '--method', 'mdlp']
  await printed('fit', PENGUINS, '-t', 'sex', '-c', COLUMNS, ...fit, '-o', OWN)
  for (const [column, ...how] of edits)
    await printed('edit', OWN, '--column', column, ...how, '--data', PENGUINS, '-o', OWN, '--force')
})

/** The slot of a text, by what the file says and nothing else. */
function slotOf(column: Column, text: string): number {
  const k = column.bins.length
  if (text === '' || text === 'NA') return k
  if (!hasCuts(column)) {
    const found = column.bins.findIndex(({ levels }) => levels.includes(text))
    return found >= 0 ? found : (column.unseen?.bin ?? k)
  }
  const code = column.special.findIndex((special) => special.code === Number(text))
  return code >= 0 ? k + 1 + code : column.cuts.filter((cut) => cut <= Number(text)).length
}

function slotsOf(column: Column): Counted[] {
  return [...column.bins, column.missing, ...(hasCuts(column) ? column.special : [])]
}

/** Weight of evidence of a slot, with half a row where one side has none. */
function woeOf(column: Column, slot: number): number {
  const slots = slotsOf(column)
  const sum = (c: number): number => slots.reduce((all, own) => all + own.classes![c], 0)
  let [rest, event] = slots[slot].classes!
  if (rest + event === 0) return 0
  if (rest === 0 || event === 0) [rest, event] = [rest + 0.5, event + 0.5]
  return Math.log(event / sum(1) / (rest / sum(0)))
}

/** What a column gives to each of its outputs. */
function outputsOf(column: Column, text: string, encode: string): number[] {
  const slot = slotOf(column, text)
  if (encode === 'woe') return [woeOf(column, slot)]
  const k = column.bins.length
  if (encode === 'one-hot' || !hasCuts(column)) return slotsOf(column).map((_, i) => (i === slot ? 1 : 0))
  // Local linear: a value shares 1 between the ends of its bin.
  const ends = [column.range![0], ...column.cuts, column.range![1]]
  const outputs = Array.from({ length: k + 1 + slotsOf(column).length - k }, () => 0)
  if (slot >= k) outputs[slot + 1] = 1
  else {
    const share = (Number(text) - ends[slot]) / (ends[slot + 1] - ends[slot])
    outputs[slot] = 1 - share
    outputs[slot + 1] = share
  }
  return outputs
}

function byHand(binning: Binning, model: LogisticModel, encode: string, lines = LINES): number[] {
  return lines.map((line) => {
    const inputs = binning.columns.flatMap((column) => outputsOf(column, fieldOf(line, column.name), encode))
    expect(inputs).toHaveLength(model.weights.length)
    const score = inputs.reduce((sum, input, i) => sum + input * model.weights[i], model.intercept)
    return 1 / (1 + Math.exp(-score))
  })
}

/** The largest difference of two lists of one length. */
function apart(said: ArrayLike<number>, hand: readonly number[]): number {
  if (said.length !== hand.length) return Infinity
  return hand.reduce((most, value, i) => Math.max(most, Math.abs(value - said[i])), 0)
}

/** Encoded values are single floats. */
const CLOSE = 1e-6

const own = (): Binning => binningFromJson(readFileSync(OWN, 'utf8'))

describe('a model on bins of a person', () => {
  test('the bins are what the person made of them', () => {
    const [island, species] = ['island', 'species'].map(
      (name) => own().columns.find((column) => column.name === name) as CategoryColumn,
    )
    const mass = own().columns.find(({ name }) => name === 'body_mass_g')!
    expect(hasCuts(mass) && mass.cuts).toEqual([3300, 4100, 5000])
    expect(mass.bins.map(({ name }) => name)).toEqual(['light', 'middling', 'heavy', 'very heavy'])
    expect(island.bins.map(({ levels }) => levels)).toEqual([['Biscoe', 'Torgersen'], ['Dream']])
    expect(species.bins.map(({ name }) => name)).toEqual(['common', 'rare'])
    expect(species.unseen).toEqual({ policy: 'bin', bin: 1 })
  })

  test.each(['woe', 'local-linear', 'one-hot'])('%s: chances are those computed by hand', async (encode) => {
    const saved = at(`${encode}.json`)
    await printed('train', PENGUINS, '-t', 'sex', '--binning', OWN, '--encode', encode, '-o', saved, '--force')
    const model = modelFromJson(readFileSync(saved, 'utf8'))
    const hand = byHand(own(), model, encode)
    const table = tableLike(own(), await readData(PENGUINS))
    expect(apart(predict(model, table), hand)).toBeLessThan(CLOSE)
    // The same through the command line, from the file of the model alone.
    const rows = at(`${encode}.csv`)
    await printed('predict', saved, PENGUINS, '--probabilities', '-o', rows, '--force')
    const [head, ...lines] = readFileSync(rows, 'utf8').trimEnd().split('\n')
    const column = head.split(',').findIndex((name) => name.includes('male') && !name.includes('female'))
    expect(
      apart(
        lines.map((line) => Number(line.split(',')[column])),
        hand,
      ),
    ).toBeLessThan(CLOSE)
  })

  test('the library gives the same model of the same bins', async () => {
    const table = toTable(await readData(PENGUINS))
    for (const encode of ['woe', 'local-linear']) {
      const encoder = makeEncoder(own(), { encoding: findEncoding(encode) })
      const model = await trainTable(table, encoder, { target: 'sex' })
      const { out } = await printed(
        'train',
        PENGUINS,
        '-t',
        'sex',
        '--binning',
        OWN,
        '--encode',
        encode,
        '--test',
        '0',
        '--json',
      )
      expect(modelFromJson(out).weights).toEqual(model.weights)
      expect(apart(predict(model, table), byHand(own(), model, encode))).toBeLessThan(CLOSE)
    }
  })

  test('a level that was not seen goes where its policy sends it', async () => {
    const { out } = await printed('train', PENGUINS, '-t', 'sex', '--binning', OWN, '--encode', 'woe', '--json')
    const model = modelFromJson(out)
    const line = LINES[0].with(HEAD.indexOf('species'), 'Macaroni')
    writeFileSync(at('new.csv'), `${[HEAD, line].map((fields) => fields.join(',')).join('\n')}\n`)
    expect(
      apart(predict(model, toTable(await readData(at('new.csv')))), byHand(own(), model, 'woe', [line])),
    ).toBeLessThan(CLOSE)
  })

  test('--recount counts the bins on the rows learned from', async () => {
    const asked = ['train', PENGUINS, '-t', 'sex', '--binning', OWN, '--encode', 'woe', '--json']
    const [plain, counted] = [await printed(...asked), await printed(...asked, '--recount')]
    expect(plain.err).toContain('rows kept apart may have had a part; --recount counts them')
    expect(counted.err).not.toContain('--recount')
    const values = ({ out }: { out: string }): unknown => modelFromJson(out).encoder.fields[0].values
    expect(values(counted)).not.toEqual(values(plain))
    // With no rows kept apart, all rows were counted before.
    const all = await printed(...asked, '--recount', '--test', '0')
    expect(values(all)).toEqual(values(plain))
  })

  test('bins of another target, or of none, do for encodings that need none', async () => {
    const other = at('other.json')
    await printed('fit', PENGUINS, '-m', 'equal-frequency', '-b', '4', '-c', 'body_mass_g', '-o', other, '--force')
    const asked = ['train', PENGUINS, '-t', 'sex', '--binning', other]
    expect((await printed(...asked)).out).toMatch(/^sex: chance of male, .* on 6 outputs \(local-linear\)/)
    const { error } = await told([...asked, '--encode', 'woe'])
    expect(error?.message).toContain(
      'the bins were fitted without a target, and the encoding needs their counts of "sex"',
    )
    const counted = await printed(...asked, '--encode', 'woe', '--recount', '--json')
    expect(modelFromJson(counted.out).encoder.target).toMatchObject({ name: 'sex', event: 'male' })
  })

  test('the event is that of the bins unless another is asked for', async () => {
    const bins = at('adelie.json')
    await printed('fit', PENGUINS, '-t', 'species', '--event', 'Adelie', '-c', 'body_mass_g', '-o', bins, '--force')
    const asked = ['train', PENGUINS, '-t', 'species', '--binning', bins, '--encode', 'woe']
    expect((await printed(...asked)).out).toMatch(/^species: chance of Adelie/)
    expect((await printed(...asked, '--event', 'Gentoo')).out).toMatch(/^species: chance of Gentoo/)
  })

  test('a file that is read in parts, and a net, take the same bins', async () => {
    const asked = ['train', PENGUINS, '-t', 'sex', '--binning', OWN, '--encode', 'woe', '--solver', 'lbfgs', '--json']
    const [held, streamed] = [await printed(...asked), await printed(...asked, '--stream')]
    expect(modelFromJson(streamed.out).encoder).toEqual(modelFromJson(held.out).encoder)
    expect(apart(modelFromJson(streamed.out).weights, [...modelFromJson(held.out).weights])).toBeLessThan(CLOSE)
    const net = await printed('train', PENGUINS, '-t', 'sex', '--binning', OWN, '--model', 'neural', '--epochs', '1')
    expect(net.out).toMatch(/^sex: chance of male, neural net on/)
  })
})

describe('what does not go with bins of a person', () => {
  const refused = async (...args: string[]): Promise<string | undefined> =>
    (await told(['train', PENGUINS, '-t', 'sex', '--binning', OWN, ...args])).error?.message

  test.each([
    [['--method', 'mdlp'], '--method says how columns are cut, which'],
    [['--trend', 'auto'], '--trend says how columns are cut, which'],
    [['--missing', 'nearest'], '--missing says how columns are cut, which'],
    [['--bins', '3'], '--bins says how columns are cut, which'],
    [['--sample', '3'], '--sample draws rows to fit bins on'],
    [['--encode', 'multi-granularity'], '--encode multi-granularity fits bins of several numbers'],
    [['-c', 'island,beak'], 'unknown column "beak"'],
    [['-c', 'flipper_length_mm'], 'the binning has no column "flipper_length_mm"'],
    [['--event', 'mail', '--encode', 'woe'], '"mail"'],
    [['--binning', at('none.json')], 'none.json does not exist'],
    [['--binning', PENGUINS], 'is not a usable binning'],
  ])('%j', async (args, message) => {
    expect(await refused(...args)).toContain(message)
  })

  test('a file without a column of the bins', async () => {
    writeFileSync(at('few.csv'), 'island,sex\nDream,male\nBiscoe,female\n')
    const { error } = await told(['train', at('few.csv'), '-t', 'sex', '--binning', OWN])
    expect(error?.message).toMatch(/^few\.csv: there is no column "\w+", which the binning has/)
  })

  test('--recount without bins, and options of other methods', async () => {
    expect((await told(['train', PENGUINS, '-t', 'sex', '--recount'])).error?.message).toContain('--recount is for')
    expect((await told(['train', PENGUINS, '-t', 'sex', '--trend', 'auto'])).error?.message).toBe(
      '--trend is not an option of equal-frequency, it belongs to optimal',
    )
    const { out } = await printed('train', PENGUINS, '-t', 'sex', '-m', 'optimal', '--trend', 'auto', '--max-bins', '3')
    expect(out).toMatch(/^sex: chance of male/)
  })
})

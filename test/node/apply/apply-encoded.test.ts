import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fitTable, fixed, random, toJson } from '../../../src/index.ts'
import {
  type Encoder,
  encodeDense,
  encoderFromJson,
  encodings,
  localLinear,
  makeEncoder,
  multiGranularity,
  oneHot,
  outputNames,
  thermometer,
} from '../../../src/encoders/index.ts'
import { tableName } from '../../../src/encoders/encoded-names.ts'
import { applyRows } from '../../../src/node/apply/apply-rows.ts'
import { floatText } from '../../../src/node/apply/column-encoder.ts'
import { printed } from '../../cli/in-process.ts'
import { readData } from '../../../src/node/read/read-data.ts'
import { columnsOf, Folder } from '../made.ts'

const folder = new Folder()
const { normal, next, integer } = random(11)
const rows = Array.from({ length: 120 }, (_, id) => ({
  id,
  x: next() < 0.1 ? null : Math.round(normal() * 1e6) / 1e6,
  city: next() < 0.1 ? null : ['Oslo', 'Rome', 'Bern'][integer(3)],
  y: next() < 0.5 ? 'a, b' : 'c',
}))
const table = {
  x: rows.map(({ x }) => x),
  city: rows.map(({ city }) => city),
  y: rows.map(({ y }) => y),
}
const binning = await fitTable(table, { target: 'y', all: { method: fixed, cuts: [-0.5, 0.5, 1] } })
const line = (row: (typeof rows)[number]): string => `${row.id},${row.x ?? ''},${row.city ?? ''},"${row.y}"`
folder.file('rows.csv', `id,x,city,y\n${rows.map(line).join('\n')}\n`)
folder.file('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
await folder.parquet('rows.parquet', `SELECT id, x::DOUBLE AS x, city, y FROM read_csv('${folder.at('rows.csv')}')`)

/** What an output is called in rows that are written. */
function writtenAs({ fields }: Encoder, output: string): string {
  return tableName(fields.find(({ outputs }) => outputs.includes(output))!.name, output)
}

/** What an encoder says of the rows, by output. */
function expected(encoder: Encoder): Record<string, number[]> {
  const { columns, values } = encodeDense(encoder, table)
  return Object.fromEntries(
    outputNames(encoder).map((name, j) => [writtenAs(encoder, name), rows.map((_, i) => values[i * columns + j])]),
  )
}

const inputs = ['rows.csv', 'rows.jsonl', 'rows.parquet']
const outputs = ['out.csv', 'out.parquet']
const ways = inputs.flatMap((input) => outputs.map((output): [string, string] => [input, output]))

describe('encoded rows', () => {
  test.each(ways)('of %s are written to %s as the library encodes them', async (input, output) => {
    const encoders = [
      ...encodings().map((encoding) => makeEncoder(binning, { encoding })),
      ...[oneHot, localLinear].map((encoding) => makeEncoder(binning, { encoding, dropFirst: true })),
      makeEncoder(binning, { encoding: localLinear, asides: 'none' }),
    ]
    for (const encoder of encoders) {
      const options = { as: 'label' as const, encoder, output: folder.at(output), force: true }
      expect((await applyRows(binning, folder.at(input), options)).rows).toBe(120)
      const { id, y, ...found } = columnsOf(await readData(folder.at(output)))
      expect([id, y]).toEqual([rows.map((row) => row.id), table.y])
      // Text has the shortest decimal that single precision reads back.
      const numbers = Object.entries(found).map(([name, all]) => [name, (all as number[]).map(Math.fround)])
      expect(Object.fromEntries(numbers)).toEqual(expected(encoder))
    }
  })

  test.each(ways)('of %s in several granularities are written to %s side by side', async (input, output) => {
    const others = await Promise.all(
      [[0], [-1, 0, 2]].map((cuts) => fitTable({ x: table.x, city: table.city }, { all: { method: fixed, cuts } })),
    )
    const chosen = [others[0], { ...others[1], columns: others[1].columns.filter(({ name }) => name === 'x') }]
    const encoder = makeEncoder([binning, ...chosen], { encoding: multiGranularity })
    const options = { as: 'label' as const, encoder, others: chosen, output: folder.at(output), force: true }
    await applyRows(binning, folder.at(input), options)
    const { id, y, ...found } = columnsOf(await readData(folder.at(output)))
    expect([id, y]).toEqual([rows.map((row) => row.id), table.y])
    expect(found).toEqual(expected(encoder))
    const few = applyRows(binning, folder.at(input), { ...options, others: [] })
    await expect(few).rejects.toThrow('applyRows: encoder must have one field of "x" per binning (1), got 3')
  })

  test('are right beside columns that are called like our own functions', async () => {
    const ours = Array.from({ length: 200 }, (_, i) => `-1 AS kerf_slot_${i}`).join(', ')
    await folder.parquet('ours.parquet', `SELECT *, ${ours} FROM '${folder.at('rows.parquet')}'`)
    const encoder = makeEncoder(binning, { encoding: thermometer, columns: ['x'] })
    const options = { as: 'label' as const, encoder, output: folder.at('ours-out.parquet'), force: true }
    await applyRows(binning, folder.at('ours.parquet'), options)
    const found = columnsOf(await readData(folder.at('ours-out.parquet')))
    for (const [name, values] of Object.entries(expected(encoder))) expect(found[name], name).toEqual(values)
    expect(new Set(found.kerf_slot_199)).toEqual(new Set([-1]))
  })

  test('stand where their column stood', async () => {
    const encoder = makeEncoder(binning, { encoding: localLinear, columns: ['x'] })
    folder.file('one.csv', 'y;x;city\n;0,75;Oslo\n"a;b";;Rome\n')
    const options = { as: 'label' as const, encoder, output: folder.at('one-out.csv'), decimal: ',' as const }
    await applyRows(binning, folder.at('one.csv'), options)
    const [low, high] = [Math.min(...table.x.map((x) => x ?? 0)), Math.max(...table.x.map((x) => x ?? 0))]
    expect(readFileSync(folder.at('one-out.csv'), 'utf8')).toBe(
      `y;x@${low};x@-0.5;x@0.5;x@1;x@${high};x_missing;city\n;0;0;0.5;0.5;0;0;Oslo\n"a;b";0;0;0;0;0;1;Rome\n`,
    )
  })

  test('leave no hole where a column gives nothing, and no two columns of a name', async () => {
    const constant = await fitTable({ x: [5, 5] }, { all: { method: fixed, cuts: [], missingPolicy: 0 } })
    const encoder = makeEncoder(constant, { encoding: thermometer })
    folder.file('hole.csv', 'a,x,b\n1,5,2\n')
    const options = { as: 'label' as const, encoder, output: folder.at('hole-out.csv') }
    await applyRows(constant, folder.at('hole.csv'), options)
    expect(readFileSync(folder.at('hole-out.csv'), 'utf8')).toBe('a,x,b\n1,0,2\n')
    folder.file('taken.csv', 'x,x_missing,city,y\n1,2,Oslo,c\n')
    const lines = makeEncoder(binning, { encoding: localLinear })
    const taken = applyRows(binning, folder.at('taken.csv'), { as: 'label', encoder: lines })
    expect(await folder.refusal(taken)).toBe(
      'taken.csv has a column "x_missing" already; rename it, an output is called so too',
    )
  })

  test('have short texts that single precision reads back', () => {
    expect([0, 1, 0.5, Math.fround(0.1), Math.fround(1e-7), Math.fround(1 / 3), -2].map(floatText)).toEqual([
      '0',
      '1',
      '0.5',
      '0.1',
      '1e-7',
      '0.33333334',
      '-2',
    ])
    for (let i = 0; i < 2000; i++) {
      const value = Math.fround(i % 2 === 0 ? next() : normal() * (i % 4 === 1 ? 1e-4 : 1e4))
      const text = floatText(value)
      expect(Math.fround(Number(text))).toBe(value)
      // With one digit less it would be another number.
      const digits = text.replace(/e.*/, '').replaceAll(/^-?[0.]*|[.]/g, '').length
      const shorter = digits === 1 ? Number.NaN : Number(value.toPrecision(digits - 1))
      expect(Math.fround(shorter)).not.toBe(value)
    }
  })
})

describe('kerf apply --encode', () => {
  folder.file('bins.json', toJson(binning))
  const run = (...args: string[]): Promise<unknown> =>
    printed('apply', folder.at('bins.json'), folder.at('rows.csv'), ...args)

  test('writes numbers and saves the encoder', async () => {
    const [output, saved] = [folder.at('lines.csv'), folder.at('encoder.json')]
    await run('--encode', 'local-linear', '--drop-first', '-o', output, '--encoder', saved)
    const encoder = encoderFromJson(readFileSync(saved, 'utf8'))
    expect(encoder).toEqual(makeEncoder(binning, { encoding: localLinear, dropFirst: true }))
    const { id: _, y: __, ...found } = columnsOf(await readData(output))
    expect(Object.keys(found)).toEqual(outputNames(encoder).map((name) => writtenAs(encoder, name)))
    await run('--encode', 'target-mean', '--smoothing', '0', '-o', output, '--force')
    expect(readFileSync(output, 'utf8').split('\n')[0]).toBe('id,x_mean,city_mean,y')
  })

  test('takes several granularities', async () => {
    const fine = await fitTable(table, { target: 'y', columns: ['x'], all: { method: fixed, cuts: [-1, 0, 2] } })
    folder.file('fine.json', toJson(fine))
    const [output, saved] = [folder.at('many.csv'), folder.at('many.json')]
    const asked = ['--encode', 'multi-granularity', '--also', folder.at('fine.json'), '-o', output]
    await run(...asked, '--encoder', saved)
    const encoder = encoderFromJson(readFileSync(saved, 'utf8'))
    expect(encoder).toEqual(makeEncoder([binning, fine], { encoding: multiGranularity }))
    const { id: _, y: __, ...found } = columnsOf(await readData(output))
    expect(found).toEqual(expected(encoder))
    const odd = await fitTable({ x: rows.map(({ city }) => city) })
    folder.file('odd.json', toJson(odd))
    await expect(run(...asked, '--also', folder.at('odd.json'), '--force')).rejects.toThrow(
      'column "x" is a number in the first binning and a category in another; fit it alike',
    )
  })

  test('writes no rows where the encoder could not be saved', async () => {
    const [output, saved] = [folder.at('unwritten.csv'), folder.at('bins.json')]
    const asked = ['--encode', 'woe', '-o', output, '--encoder']
    await expect(run(...asked, saved)).rejects.toThrow('bins.json exists already; add --force to replace it')
    await expect(run(...asked, output, '--force')).rejects.toThrow('is the file of --output as well')
    expect(existsSync(output)).toBe(false)
  })

  test('refuses what makes no sense', async () => {
    await expect(run('--encode', 'onehot')).rejects.toThrow('--encode: unknown form "onehot", did you mean one-hot?')
    await expect(run('--encode', 'multi-granularity')).rejects.toThrow(
      '--encode multi-granularity takes several binnings; name the others with --also',
    )
    await expect(run('--encode', 'one-hot', '--also', folder.at('bins.json'))).rejects.toThrow(
      '--also is for --encode multi-granularity, not for one-hot',
    )
    await expect(run('--encode', 'thermometer', '--drop-first')).rejects.toThrow(
      '--drop-first is for --encode one-hot, local-linear or multi-granularity, not for thermometer',
    )
    await expect(run('--smoothing', '1')).rejects.toThrow(
      '--smoothing is for --encode woe or target-mean, not for label',
    )
    await expect(run('--encode', 'woe', '--smoothing', 'x')).rejects.toThrow(
      'woe: smoothing must be a number above 0, got "x"',
    )
    await expect(run('--encoder', 'e.json')).rejects.toThrow(
      '--encoder saves what --encode makes; labels and indexes need none',
    )
  })
})

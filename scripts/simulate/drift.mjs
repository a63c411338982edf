// How often `kerf drift` calls populations and rates changed, when they are and when they are not, over the whole way from
// rows to verdict: fitTable, then compareDrift.
import { compareDrift, equalFrequency, fitTable } from '../../dist/index.js'
import { binCounts, mantelHaenszel, sumOverBins } from './drift-rivals.mjs'
import { changeSettings, manyColumns, methodsFor, movedSettings, nullSettings, optionsOf } from './drift-settings.mjs'
import { fitOptions, makeRows, rowsToFit } from './drift-tables.mjs'

const LEVEL = 0.05

/** Level plus three standard errors of so many tables. */
const limitOf = (tables, level = LEVEL) => level + 3 * Math.sqrt((level * (1 - level)) / tables)

/** Seeds of one setting: far enough from those of the others, and fixed by its place in the list. */
const seedsOf = (block, setting, table) => block * 100_000_000 + setting * 1_000_000 + table * 4

const percent = (share) => `${(100 * share).toFixed(1)} %`

/** Prints a table, returns whether all of its lines are good. The last cell of a line is its verdict. */
function show(title, heads, lines) {
  console.log(`### ${title}\n\n| ${[...heads, 'kept'].join(' | ')} |\n|${' --- |'.repeat(heads.length + 1)}`)
  for (const { cells, good } of lines) console.log(`| ${[...cells, good ? 'yes' : '**no**'].join(' | ')} |`)
  console.log('')
  return lines.every(({ good }) => good)
}

export async function run({ quick }) {
  const tables = 1000
  const results = [
    await nothingChanged(quick, tables),
    await tenColumns(quick, tables),
    await populationMoved(quick, tables),
    await changesFound(quick, quick ? 300 : 1000),
    await oneBinColumns(tables),
  ]
  return results.every(Boolean)
}

/** Whether a comparison says that rates shifted, of the table or of a column. */
const saysShifted = ({ rate, columns }) =>
  rate?.shifted === true || columns.some((column) => column.rate?.shifted === true)

/** @param {import('./drift-tables.mjs').Setting & { n: number }} setting */
const words = ({ n, target = 'class', rate = 0, x = 'normal', weights = 'none' }) => [
  n.toLocaleString('en'),
  target === 'class'
    ? `${percent(rate)} events`
    : target === 'three'
      ? `3 classes, ${percent(1 - rate)} the largest`
      : target,
  [x === 'normal' ? '' : x, weights === 'none' ? '' : `weights ${weights}`].filter(Boolean).join(', ') || 'plain',
]

async function nothingChanged(quick, tables) {
  const lines = []
  let [pooled, shiftedAll] = [0, 0]
  for (const [at, setting] of nullSettings(quick).entries()) {
    const able = methodsFor(setting.target)
    const perMethod = new Map(able.map(({ name }) => [name, 0]))
    let [shifted, moved, fits] = [0, 0, 0]
    for (let table = 0; table < tables; table++) {
      const seed = seedsOf(1, at, table)
      const rows = rowsToFit(setting.n, seed, setting)
      // As many new rows as were fitted, or a third of them.
      const now = makeRows(table % 2 === 0 ? setting.n : Math.round(setting.n / 3), seed + 1, setting)
      const used = setting.methods === 'all' ? able : [able[table % able.length]]
      for (const method of used) {
        const drift = compareDrift(await fitTable(rows, fitOptions(setting, optionsOf(method))), now)
        fits++
        if (saysShifted(drift)) {
          shifted++
          perMethod.set(method.name, (perMethod.get(method.name) ?? 0) + 1)
        }
        if (drift.columns[0].level !== 'stable') moved++
      }
    }
    pooled += fits
    shiftedAll += shifted
    const worst = setting.methods === 'all' ? Math.max(...perMethod.values()) / tables : shifted / fits
    const limit = limitOf(tables)
    const good = worst <= limit && moved / fits <= limit
    const which = setting.methods === 'all' ? `${able.length}, each` : `${able.length}, in turn`
    lines.push({ cells: [...words(setting), which, percent(worst), percent(moved / fits)], good })
  }
  const all = shiftedAll / pooled
  lines.push({ cells: ['all', '', '', `${pooled.toLocaleString('en')} fits`, percent(all), ''], good: all <= 0.06 })
  const heads = ['fitted rows', 'target', 'values', 'methods', 'rates called shifted', 'population called moved']
  return show(
    `Nothing changed: ${tables} tables each, at most ${percent(limitOf(tables))}, 6 % of all together`,
    heads,
    lines,
  )
}

async function tenColumns(quick, tables) {
  const lines = []
  for (const [at, setting] of manyColumns(quick).entries()) {
    let shifted = 0
    for (let table = 0; table < tables; table++) {
      const seed = seedsOf(2, at, table)
      const binning = await fitTable(
        rowsToFit(setting.n, seed, setting),
        fitOptions(setting, { method: equalFrequency }),
      )
      if (saysShifted(compareDrift(binning, makeRows(setting.n, seed + 1, setting)))) shifted++
    }
    lines.push({ cells: [setting.n.toLocaleString('en'), percent(shifted / tables)], good: shifted / tables <= 0.05 })
  }
  return show('Ten columns, nothing changed: any called shifted in at most 5 %', ['fitted rows', 'any shifted'], lines)
}

async function populationMoved(quick, tables) {
  const lines = []
  for (const [at, setting] of movedSettings(quick).entries()) {
    const { moved, ...before } = setting
    let [shifted, found] = [0, 0]
    for (let table = 0; table < tables; table++) {
      const seed = seedsOf(3, at, table)
      const binning = await fitTable(rowsToFit(setting.n, seed, before), fitOptions(before, { method: equalFrequency }))
      const drift = compareDrift(binning, makeRows(setting.n, seed + 1, { ...before, moved }))
      if (saysShifted(drift)) shifted++
      if (drift.columns[0].level !== 'stable') found++
    }
    const cells = [
      setting.n.toLocaleString('en'),
      words(setting)[1],
      `${moved}`,
      percent(shifted / tables),
      percent(found / tables),
    ]
    lines.push({ cells, good: shifted / tables <= 0.07 })
  }
  const heads = ['fitted rows', 'target', 'moved by', 'rates called shifted', 'population called moved']
  return show(`The population moved, rates given the value did not: ${tables} tables each, at most 7 %`, heads, lines)
}

async function changesFound(quick, tables) {
  const lines = []
  for (const [at, { method, ...setting }] of changeSettings(quick).entries()) {
    const { change, size, ...before } = setting
    let [found, rival] = [0, 0]
    for (let table = 0; table < tables; table++) {
      const seed = seedsOf(4, at, table)
      const binning = await fitTable(rowsToFit(setting.n, seed, before), fitOptions(before, { method }))
      const now = makeRows(setting.n, seed + 1, setting)
      const honest = binCounts(binning, makeRows(setting.n, seed + 2, before))
      const test = change === 'common' ? mantelHaenszel : sumOverBins
      if (saysShifted(compareDrift(binning, now))) found++
      if (test(honest, binCounts(binning, now)) <= LEVEL) rival++
    }
    const least = change === 'common' ? 0.9 : 0.7
    const what = change === 'common' ? 'all values' : 'x from 0 to 0.6'
    const cells = [
      method.name,
      setting.n.toLocaleString('en'),
      percent(setting.rate),
      `${what}, log-odds + ${size}`,
      percent(found / tables),
      `${percent(rival / tables)} ${change === 'common' ? 'Mantel-Haenszel' : 'sum over bins'}`,
      (found / rival).toFixed(2),
      String(least),
    ]
    lines.push({ cells, good: found / rival >= least })
  }
  const heads = ['bins by', 'fitted rows', 'events', 'change', 'found', 'rival with honest rows', 'ratio', 'at least']
  return show(`Changes found: ${tables} tables each`, heads, lines)
}

async function oneBinColumns(tables) {
  let [told, none] = [0, 0]
  for (let table = 0; table < tables; table++) {
    const seed = seedsOf(5, 0, table)
    const rows = (made) => ({ x: made['x'] })
    const binning = await fitTable(rows(makeRows(500, seed)), { all: { method: equalFrequency, bins: 1 } })
    if (compareDrift(binning, rows(makeRows(500, seed + 1, { moved: 0.5 }))).columns[0].level !== 'stable') told++
    if (compareDrift(binning, rows(makeRows(500, seed + 2))).columns[0].level !== 'stable') none++
  }
  const lines = [
    { cells: ['half a deviation', percent(told / tables), 'at least 99 %'], good: told / tables >= 0.99 },
    {
      cells: ['nothing', percent(none / tables), `at most ${percent(limitOf(tables))}`],
      good: none / tables <= limitOf(tables),
    },
  ]
  return show('Columns of one bin, 500 rows and 500 new ones', ['moved by', 'told', 'promised'], lines)
}

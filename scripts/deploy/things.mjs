// What the check of exports exports: bins, encoders, trees and models of one made-up table that has everything in it that
// could go wrong, and rows to try them on.
import { assign, chiMerge, edit, fitTable, fixed, hasCuts, equalFrequency, mdlp, slotLabels } from '../../dist/index.js'
import { encodeDense, encodings, makeEncoder, outputNames } from '../../dist/encoders.js'
import { boundaryCases } from '../../dist/exports.js'
import { predict, trainTable } from '../../dist/models.js'
import { makeScorecard, scoreRows } from '../../dist/scorecards.js'
import { growTree, predictTree } from '../../dist/trees.js'

/** Numbers from 0 to 1, the same ones every time. */
export function random(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const CITIES = ['Ålesund', 'Bern', "L'Aquila", 'Graz', 'bern', 'São "Tomé"', 'x, y', 'Zug']
const DAY = 86_400_000

/** The rows that everything is fitted on. */
function trainingTable(rows = 4000) {
  const next = random(7)
  /** @type {Record<string, any[]>} */
  const table = { age: [], income: [], debt: [], city: [], member: [], since: [], risk: [] }
  for (let i = 0; i < rows; i++) {
    const age = 18 + Math.floor(next() * 600) / 10
    const income = next() < 0.1 ? -9 : next() < 0.05 ? -8 : Math.exp(6 + 4 * next())
    const debt = (next() - 0.3) * 1000
    const city = CITIES[Math.floor(next() * CITIES.length)]
    const member = next() < 0.4
    const score = (age - 45) / 12 + (income < 0 ? 1 : Math.log(income) - 8) - debt / 300 + CITIES.indexOf(city) / 4
    table.age.push(next() < 0.08 ? null : age)
    table.income.push(income)
    table.debt.push(next() < 0.02 ? null : debt)
    table.city.push(next() < 0.05 ? null : city)
    table.member.push(next() < 0.03 ? null : member)
    table.since.push(Date.UTC(2015, 0, 1) + Math.floor(next() * 3000) * DAY)
    table.risk.push(score + (member ? -1 : 0.5) + 3 * (next() - 0.5) > 0 ? 'good' : 'bad')
  }
  return table
}

/** Values of every column: those at which its bins change, also those of another binning, and others drawn at random. */
function trialRows(binning, other, count) {
  const next = random(11)
  const table = {}
  for (const column of binning.columns) {
    const also = other.columns.filter(({ name }) => name === column.name)
    const known = [...new Set([column, ...also].flatMap(boundaryCases).map(({ value }) => value))]
    const [lo, hi] = hasCuts(column) ? (column.range ?? [0, 1]) : [0, 1]
    const anyNumber = () =>
      column.kind !== 'date' && next() < 0.02
        ? (next() - 0.5) * 10 ** (600 * next() - 300)
        : lo + (hi - lo) * (1.4 * next() - 0.2)
    // Of dates most are whole milliseconds of a calendar, which databases can hold.
    const often = column.kind === 'date' ? 0.05 : 0.3
    const draw = () => (!hasCuts(column) || next() < often ? known[Math.floor(next() * known.length)] : anyNumber())
    const values = Array.from({ length: count }, (_, i) => (i < known.length ? known[i] : draw()))
    // Dates are whole milliseconds where they come from a calendar.
    table[column.name] =
      column.kind === 'date'
        ? values.map((/** @type {any} */ v, i) => (v === null || i < known.length ? v : Math.round(v)))
        : values
  }
  return table
}

/** Everything that is exported, with what the library answers for the rows: a list of outputs each. */
export async function makeThings(count) {
  const table = trainingTable()
  /** @type {any} */
  const kinds = { member: { kind: 'boolean' }, since: { kind: 'date', method: equalFrequency, bins: 6 } }
  /** @type {any} */
  const asked = {
    target: 'risk',
    event: 'bad',
    all: { method: mdlp },
    perColumn: {
      ...kinds,
      income: { method: chiMerge, maxBins: 8, special: [-9, -8] },
      debt: { method: fixed, cuts: [-5e-324, 0, 0.1 + 0.2, 100, 250.5], closed: 'right', missingPolicy: 'nearest' },
    },
  }
  const fitted = await fitTable(table, asked)
  // Names that people gave, with what other languages could take for something else.
  const { bins } = /** @type {any} */ (fitted.columns.find(({ name }) => name === 'age'))
  const binning = edit(fitted, {
    column: 'age',
    name: bins.map((_, i) => ['', `"old" {{ ${i} }}`, `o'%}<&\\ ü ${i}`][i % 3]),
  })
  const hard = await hardBinning(table)
  const rows = trialRows(binning, hard, count)
  const things = [
    ...binnings(binning, rows),
    ...encoders(binning, rows),
    ...hardEncoders(hard, rows),
    ...trees(table, rows),
  ]
  return {
    rows,
    kinds: Object.fromEntries(binning.columns.map(({ name, kind }) => [name, kind])),
    things: [...things, ...(await models(table, binning, rows)), ...(await cards(table, binning, rows))],
  }
}

/** Bins between whose ends numbers vanish, or come close to the largest of single precision. */
async function hardBinning(/** @type {Record<string, any[]>} */ { age, income, debt, since, risk }) {
  return fitTable(
    { age, income, debt, since, risk },
    /** @type {any} */ ({
      target: 'risk',
      event: 'bad',
      perColumn: {
        age: { method: fixed, cuts: [0, 1e-300, 1e200] },
        income: { method: fixed, cuts: [1e-40, 1000], special: [-9, -8], specialPolicy: 'nearest' },
        debt: { method: fixed, cuts: [-1e-310, 0, 250], closed: 'right', missingPolicy: 'nearest' },
        since: { kind: 'date', method: equalFrequency, bins: 3 },
      },
    }),
  )
}

function binnings(binning, rows) {
  const slots = binning.columns.map((column) => assign(column, rows[column.name]))
  const woe = makeEncoder(binning, { encoding: /** @type {any} */ (encodings().find(({ name }) => name === 'woe')) })
  const answers = (as, column, i) => {
    if (as === 'index') return Array.from(slots[i])
    const table = as === 'label' ? slotLabels(column) : /** @type {any} */ (woe.fields[i].values).map(Math.fround)
    return Array.from(slots[i], (slot) => table[slot])
  }
  return ['label', 'index', 'woe'].map((as) => ({
    name: `binning as ${as}`,
    thing: binning,
    options: { as },
    type: { label: 'text', index: 'whole', woe: 'number' }[as],
    tolerance: 0,
    outputs: Object.fromEntries(binning.columns.map((column, i) => [`${column.name}_bin`, answers(as, column, i)])),
  }))
}

/** Encodings that interpolate, also without outputs for what is missing. */
function hardEncoders(binning, rows) {
  const named = (name) => /** @type {any} */ (encodings().find((one) => one.name === name))
  const made = [
    makeEncoder(binning, { encoding: named('local-linear'), asides: 'none', dropFirst: true }),
    makeEncoder(binning, { encoding: named('piecewise-linear') }),
  ]
  return made.map((encoder) => encoderThing(encoder, `encoder ${encoder.created.encoding}, far ends`, rows))
}

function encoders(binning, rows) {
  return encodings().map((encoding) =>
    encoderThing(makeEncoder(binning, { encoding }), `encoder ${encoding.name}`, rows),
  )
}

function encoderThing(encoder, name, rows) {
  const names = outputNames(encoder)
  const { values } = encodeDense(encoder, rows)
  const column = (j) => Array.from({ length: values.length / names.length }, (_, i) => values[i * names.length + j])
  const outputs = Object.fromEntries(names.map((output, j) => [output, column(j)]))
  return { name, thing: encoder, options: {}, type: 'number', tolerance: 0, outputs }
}

function trees(table, rows) {
  return ['binary', mdlp].flatMap((by) => {
    /** @type {any} */
    const special = { income: { special: [-9, -8] }, since: { kind: 'date' }, member: { kind: 'boolean' } }
    const tree = growTree(table, { target: 'risk', by: /** @type {any} */ (by), perColumn: special })
    const { classes, codes } = predictTree(tree, rows)
    const name = `tree ${by === 'binary' ? 'binary' : 'over bins'}`
    return ['label', 'index'].map((as) => ({
      name: `${name} as ${as}`,
      thing: tree,
      options: { as },
      type: as === 'label' ? 'text' : 'whole',
      tolerance: 0,
      outputs: { risk_predicted: Array.from(codes, (code) => (as === 'label' ? classes[code] : code)) },
    }))
  })
}

async function models(table, binning, rows) {
  const made = []
  for (const name of ['one-hot', 'woe', 'thermometer', 'local-linear', 'piecewise-linear']) {
    const encoding = /** @type {any} */ (encodings().find((one) => one.name === name))
    const model = await trainTable(table, makeEncoder(binning, { encoding }))
    const chances = Array.from(predict(model, rows))
    const common = { thing: model, name: `model on ${name}` }
    made.push({ ...common, options: {}, type: 'number', tolerance: 1e-12, outputs: { risk_probability: chances } })
    if (name !== 'woe' && name !== 'local-linear') continue
    const labels = chances.map((chance) => (chance >= 0.5 ? 'bad' : 'good'))
    made.push({
      ...common,
      name: `${common.name} as label`,
      options: { as: 'label' },
      type: 'text',
      tolerance: 0,
      outputs: { risk_predicted: labels },
    })
  }
  return made
}

async function cards(table, binning, rows) {
  const made = []
  for (const round of [true, false]) {
    const card = await makeScorecard(table, { binning, round })
    const name = `scorecard${round ? '' : ' without rounding'}`
    const score = Array.from(scoreRows(card, rows).scores)
    const common = { thing: card, type: 'number' }
    made.push({ ...common, name: `${name} as score`, options: {}, tolerance: round ? 0 : 1e-9, outputs: { score } })
    if (!round) continue
    const points = card.encoder.fields.map(({ name: column }, i) => {
      const slots = assign(
        binning.columns.find((one) => one.name === column),
        rows[column],
      )
      return [`${column}_points`, Array.from(/** @type {any} */ (slots), (slot) => card.columns[i].slots[slot].points)]
    })
    made.push({
      ...common,
      name: `${name} as points`,
      options: { as: 'points' },
      tolerance: 0,
      outputs: Object.fromEntries(points),
    })
  }
  return made
}

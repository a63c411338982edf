import { FormatError } from '../../errors.ts'
import type { Tallies, Target } from '../../types.ts'
import { type Field, parseSaved } from '../../util/saved-json.ts'
import { fromUtf8 } from '../../util/utf8.ts'
import { limits } from '../cells.ts'
import { asideSize, checkSummaryTable } from './check-summary.ts'
import { readNote, readSource, readTarget } from './read-target.ts'
import { MOST_RESIDUES, startsAsSummary, summariesFromBytes } from './read-summary-bytes.ts'
import { type SharedFacts, SUMMARY_FORMAT, type SummaryColumn, type SummaryTable } from '../summary-table.ts'
import { channelCount } from '../tallies.ts'

/**
 * Reads a saved summary file in either form: bytes that start with KERFSUM, anything else as JSON.
 *
 *     console.log(readSummaries(summariesToBytes(saved)).columns[0]?.name) // → age
 */
export function readSummaries(bytes: Uint8Array): SummaryTable {
  if (startsAsSummary(bytes)) return summariesFromBytes(bytes)
  const text = fromUtf8(bytes)
  if (text === null) throw new FormatError('', 'expected a summary: bytes that start with KERFSUM, or JSON in UTF-8')
  return summariesFromJson(text.startsWith('\uFEFF') ? text.slice(1) : text)
}

/**
 * Reads summaries that `summariesToJson` wrote. Nothing is trusted: a wrong field is refused with its path. O(text).
 *
 *     console.log(summariesFromJson(summariesToJson(saved)).columns[0]?.name) // → age
 */
export function summariesFromJson(text: string): SummaryTable {
  const root = parseSaved(text, SUMMARY_FORMAT)
  const created = root.get('created')
  const from = readSource(created)
  const leftOut = root.get('leftOut')
  const shared: SharedFacts = {
    rows: from.source.rows,
    target: root.get('target').optional(readTarget),
    weighted: root.get('weighted').truth(),
    leftOut: { unlabelled: leftOut.get('unlabelled').index(), weightless: leftOut.get('weightless').index() },
  }
  const table: SummaryTable = {
    created: { kerf: created.get('kerf').text(), ...from },
    columns: root.get('columns').list((field) => readColumn(field, shared)),
    notes: root.get('notes').optional((f) => f.list(readNote)) ?? [],
  }
  checkSummaryTable(table)
  return table
}

function readColumn(field: Field, shared: SharedFacts): SummaryColumn {
  const name = field.get('name').text()
  const kind = field.get('kind').oneOf('number', 'date', 'boolean', 'category')
  const base = { ...shared, notes: field.get('notes').optional((f) => f.list(readNote)) ?? [] }
  const { target } = shared
  if (kind === 'boolean' || kind === 'category') {
    const levels = field.get('levels').list((f) => f.text())
    const tallies = readTallies(field.get('tallies'), levels.length, target)
    const aside = readTallies(field.get('aside'), asideSize(null), target)
    return { name, kind, summary: { kind: 'category', ...base, levels, tallies, aside } }
  }
  const cells = field.get('cells')
  const lo = finites(readNumbers(cells.get('lo'), null))
  const size = lo.length
  const hi = cells.get('hi').optional((f) => finites(readNumbers(f, size))) ?? lo
  const end = (which: string): number => field.get(which).optional((f) => f.finite() + 0) ?? Number.NaN
  const specialCodes = Array.from(finites(readNumbers(field.get('specialCodes'), null)))
  return {
    name,
    kind,
    summary: {
      kind: 'number',
      ...base,
      min: end('min'),
      max: end('max'),
      distinct: field.get('distinct').optional((f) => f.index()),
      origin: field.get('origin').oneOf('counted', 'estimated'),
      cells: {
        size,
        shift: cells.get('shift').index(52),
        ...limits(lo, hi),
        tallies: readTallies(cells, size, target),
      },
      specialCodes,
      missingCodes: Array.from(finites(readNumbers(field.get('missingCodes'), null))),
      aside: readTallies(field.get('aside'), asideSize(specialCodes), target),
    },
  }
}

/** −0 is 0. */
function finites(values: Float64Array): Float64Array {
  return values.map((value) => value + 0)
}

function readTallies(field: Field, size: number, target: Target | null): Tallies {
  const channels = channelCount(target)
  const rows = readNumbers(field.get('rows'), size)
  const planes = field.get('sums').items()
  if (planes.length !== channels) field.get('sums').fail(`${channels} lists, one per sum that is kept`)
  const sums = new Float64Array(size * channels)
  for (const [c, plane] of planes.entries()) {
    const values = readNumbers(plane, size)
    for (let slot = 0; slot < size; slot++) sums[slot * channels + c] = values[slot]
  }
  const left = field.get('residues').optional((f) => f.items()) ?? []
  if (left.length > MOST_RESIDUES) field.get('residues').fail(`at most ${MOST_RESIDUES} lists`)
  return { size, channels, rows, sums, residues: left.map((list) => readResidue(list, size * channels)) }
}

function readResidue(field: Field, size: number): Float64Array {
  const at = readNumbers(field.get('at'), null)
  const values = readNumbers(field.get('values'), at.length)
  if (at.length === 0) field.get('at').fail('at least one index')
  const residue = new Float64Array(size)
  for (let i = 0; i < at.length; i++) {
    if (!Number.isInteger(at[i]) || at[i] < 0 || at[i] >= size || (i > 0 && at[i] <= at[i - 1])) {
      field.get('at').fail(`increasing indices below ${size}`)
    }
    residue[at[i]] = values[i]
  }
  return residue
}

/** A list of numbers, of a length where one is given; infinities are texts. Long lists need no object per number. */
function readNumbers(field: Field, length: number | null): Float64Array {
  const list = field.value
  if (!Array.isArray(list)) field.fail('a list of numbers')
  const items = list as readonly unknown[]
  if (length !== null && items.length !== length) field.fail(`a list of ${length} numbers`)
  const values = new Float64Array(items.length)
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (typeof item === 'number') values[i] = item
    else if (item === 'Infinity' || item === '-Infinity') values[i] = Number(item)
    else field.items()[i].fail('a number')
  }
  return values
}

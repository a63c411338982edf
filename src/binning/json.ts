import { FormatError } from '../errors.ts'
import type { Note, Reason, Target } from '../types.ts'
import { type Field, parseJson, toReadableJson } from '../util/json.ts'
import type {
  Binning,
  CategoryBin,
  CategoryColumn,
  Column,
  Counted,
  Missing,
  NumberBin,
  NumberColumn,
  PolicyName,
  Shape,
  Special,
} from './binning.ts'

/** The binning as text for a file: versioned JSON, readable in a diff, ending in a newline. */
export function toJson(binning: Binning): string {
  return `${toReadableJson(binning)}\n`
}

/**
 * Reads a saved binning. Nothing in the text is trusted: a wrong field is refused with its path, such as
 * `columns[0].cuts[1]: expected a number above 4.75, got 2.45`. Fields that are not known are left out.
 */
export function fromJson(text: string): Binning {
  const root = parseJson(text)
  root.get('format').oneOf('kerf-binning')
  const version = root.get('version')
  if (version.value !== 1)
    throw new FormatError('version', `expected 1, got ${String(version.value)}; this library reads version 1`)
  const created = root.get('created')
  const source = created.get('source')
  const target = root.get('target').optional(readTarget)
  const columns = root.get('columns').list((field) => readColumn(field, target))
  const names = columns.map((column) => column.name)
  const repeated = names.findIndex((name, i) => names.indexOf(name) < i)
  if (repeated >= 0)
    throw new FormatError(`columns[${repeated}].name`, `expected another name, got ${names[repeated]} a second time`)
  return {
    format: 'kerf-binning',
    version: 1,
    created: {
      kerf: created.get('kerf').text(),
      method: created.get('method').text(),
      options: created.get('options').record(),
      source: { name: source.get('name').optional((f) => f.text()), rows: source.get('rows').index() },
    },
    target,
    columns,
  }
}

function readTarget(field: Field): Target {
  const kind = field.get('kind').oneOf('class', 'numeric')
  const name = field.get('name').optional((f) => f.text())
  if (kind === 'numeric') return { kind, name }
  const classes = field.get('classes').list((f) => f.text())
  if (new Set(classes).size < classes.length) field.get('classes').fail('classes that all differ')
  const event = field.get('event').optional((f) => f.text())
  if (event !== null && !classes.includes(event)) field.get('event').fail('null or one of the classes')
  return { kind, name, classes, event }
}

function readColumn(field: Field, target: Target | null): Column {
  const kind = field.get('kind').oneOf('number', 'date', 'category', 'boolean')
  return kind === 'number' || kind === 'date' ? readNumbers(field, kind, target) : readCategories(field, kind, target)
}

function readNumbers(field: Field, kind: NumberColumn['kind'], target: Target | null): NumberColumn {
  const cuts = readCuts(field.get('cuts'))
  const bins = field.get('bins').list((bin): NumberBin => ({
    label: bin.get('label').text(),
    ...readCounted(bin, target),
    lo: bin.get('lo').optional((f) => f.number()),
    hi: bin.get('hi').optional((f) => f.number()),
    median: bin.get('median').optional((f) => f.finite()),
  }))
  if (bins.length !== cuts.length + 1) field.get('bins').fail(`${cuts.length + 1} bins for ${cuts.length} cuts`)
  checkLabels(field.get('bins'), bins)
  const reasons = field.get('reasons').list(readReason)
  if (reasons.length !== cuts.length) field.get('reasons').fail(`${cuts.length} reasons, one per cut`)
  return {
    name: field.get('name').text(),
    kind,
    method: field.get('method').optional((f) => f.text()) ?? 'unknown',
    options: field.get('options').optional((f) => f.record()) ?? {},
    closed: field.get('closed').oneOf('left', 'right'),
    cuts,
    range: field.get('range').optional(readRange),
    cutsExact: field.get('cutsExact').truth(),
    countsExact: field.get('countsExact').truth(),
    reasons,
    bins,
    missing: readMissing(field.get('missing'), bins.length, target),
    special: field.get('special').list((f): Special => ({
      code: f.get('code').finite(),
      ...readCounted(f, target),
      ...readPolicy(f, bins.length),
    })),
    shape: field.get('shape').optional((f) => readShape(f, target)),
    notes: field.get('notes').list(readNote),
  }
}

function readCategories(field: Field, kind: CategoryColumn['kind'], target: Target | null): CategoryColumn {
  const bins = field.get('bins').list((bin): CategoryBin => ({
    label: bin.get('label').text(),
    levels: bin.get('levels').list((f) => f.text()),
    ...readCounted(bin, target),
  }))
  checkLabels(field.get('bins'), bins)
  return {
    name: field.get('name').text(),
    kind,
    countsExact: field.get('countsExact').truth(),
    bins,
    missing: readMissing(field.get('missing'), bins.length, target),
    notes: field.get('notes').list(readNote),
  }
}

function readCuts(field: Field): number[] {
  const cuts: number[] = []
  for (const item of field.items()) {
    const last = cuts.at(-1)
    const cut = item.finite()
    if (last !== undefined && cut <= last) item.fail(`a number above ${last}`)
    cuts.push(cut + 0)
  }
  return cuts
}

function readRange(field: Field): [number, number] {
  const ends = field.list((f) => f.finite())
  if (ends.length !== 2 || ends[0] > ends[1]) field.fail('the smallest and the largest value')
  return [ends[0], ends[1]]
}

function readShape(field: Field, target: Target | null): Shape {
  const amounts = (list: Field): number[] => list.list((item) => item.amount())
  const counts = amounts(field.get('counts'))
  const classes = field.get('classes').optional((f) => f.list(amounts))
  const width = target?.kind === 'class' ? target.classes.length : 0
  if (classes !== null && (classes.length !== counts.length || classes.some((cell) => cell.length !== width))) {
    field.get('classes').fail(`${width} counts for each of ${counts.length} cells`)
  }
  return {
    from: field.get('from').finite(),
    to: field.get('to').finite(),
    below: field.get('below').amount(),
    above: field.get('above').amount(),
    counts,
    ...(classes === null ? {} : { classes }),
  }
}

function checkLabels(field: Field, bins: readonly { label: string }[]): void {
  const seen = new Set<string>()
  for (const [i, { label }] of bins.entries()) {
    if (seen.has(label)) field.items()[i].get('label').fail('a label no other bin has')
    seen.add(label)
  }
}

function readCounted(field: Field, target: Target | null): Counted {
  const weight = field.get('weight').optional((f) => f.amount())
  const counted = { count: field.get('count').amount(), ...(weight === null ? {} : { weight }) }
  if (target === null) return counted
  if (target.kind === 'numeric')
    return { ...counted, sum: field.get('sum').number(), sumSquares: field.get('sumSquares').amount() }
  const classes = field.get('classes').list((f) => f.amount())
  if (classes.length !== target.classes.length)
    field.get('classes').fail(`${target.classes.length} counts, one per class`)
  return { ...counted, classes }
}

function readPolicy(field: Field, bins: number): { policy: PolicyName; bin: number | null } {
  const policy = field.get('policy').oneOf('own', 'nearest', 'bin', 'error')
  const bin = policy === 'nearest' || policy === 'bin' ? field.get('bin').index(bins - 1) : null
  return { policy, bin }
}

function readMissing(field: Field, bins: number, target: Target | null): Missing {
  const values = field.get('values').optional((f) => f.list((item) => item.finite())) ?? []
  return { ...readCounted(field, target), ...readPolicy(field, bins), values }
}

function readReason(field: Field): Reason {
  const number = (name: string): number | null => field.get(name).optional((f) => f.number())
  return {
    measure: field.get('measure').text(),
    score: number('score'),
    bar: number('bar'),
    margin: number('margin'),
    runnerUp: field.get('runnerUp').optional((f) => ({ cut: f.get('cut').finite(), score: f.get('score').number() })),
  }
}

function readNote(field: Field): Note {
  return { code: field.get('code').text(), message: field.get('message').text() }
}

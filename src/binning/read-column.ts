import { readNote } from '../summaries/saved/read-target.ts'
import type { Closed, Reason, Refused, Target } from '../types.ts'
import { bisectLeft, bisectRight } from '../util/bisect.ts'
import type { Field } from '../util/saved-json.ts'
import { readLevelReference, readNumberReference } from './read-reference.ts'
import type {
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
  Unseen,
} from './binning.ts'

/** Reads a column of a saved binning. */
export function readColumn(field: Field, target: Target | null): Column {
  const kind = field.get('kind').oneOf('number', 'date', 'category', 'boolean')
  return kind === 'number' || kind === 'date' ? readNumbers(field, kind, target) : readCategories(field, kind, target)
}

function readNumbers(field: Field, kind: NumberColumn['kind'], target: Target | null): NumberColumn {
  const cuts = readCuts(field.get('cuts'))
  const closed = field.get('closed').oneOf('left', 'right')
  const bins = field.get('bins').list((bin): NumberBin => ({
    label: bin.get('label').text(),
    ...readName(bin),
    ...readCounted(bin, target),
    lo: bin.get('lo').optional((f) => f.number()),
    hi: bin.get('hi').optional((f) => f.number()),
    median: bin.get('median').optional((f) => f.finite()),
  }))
  if (bins.length !== cuts.length + 1) field.get('bins').fail(`${cuts.length + 1} bins for ${cuts.length} cuts`)
  checkLabels(field.get('bins'), bins)
  checkSeen(field, bins, cuts, closed)
  const special = field.get('special').list((f): Special => ({
    code: f.get('code').finite() + 0,
    ...readCounted(f, target),
    ...readPolicy(f, bins.length),
  }))
  const missing = readMissing(field.get('missing'), bins.length, target)
  checkCodes(field, special, missing)
  checkWeights(field, [...bins, missing, ...special])
  return {
    name: field.get('name').text(),
    kind,
    method: field.get('method').optional((f) => f.text()) ?? 'unknown',
    options: field.get('options').optional((f) => f.record()) ?? {},
    closed,
    cuts,
    range: field.get('range').optional(readRange),
    cutsExact: field.get('cutsExact').truth(),
    countsExact: field.get('countsExact').truth(),
    reasons: readReasons(field.get('reasons'), cuts),
    ...optionalRefused(field),
    bins,
    missing,
    special,
    shape: field.get('shape').optional((f) => readShape(f, target)),
    ...optionalReference(field, (f) => readNumberReference(f, target)),
    notes: field.get('notes').list(readNote),
  }
}

function readCategories(field: Field, kind: CategoryColumn['kind'], target: Target | null): CategoryColumn {
  const bins = field.get('bins').list((bin): CategoryBin => ({
    label: bin.get('label').text(),
    ...readName(bin),
    levels: bin.get('levels').list((f) => f.text()),
    ...readCounted(bin, target),
  }))
  checkLabels(field.get('bins'), bins)
  const levels = bins.flatMap((bin) => bin.levels)
  if (new Set(levels).size < levels.length) field.get('bins').fail('levels that go to one bin each')
  const missing = readMissing(field.get('missing'), bins.length, target)
  checkWeights(field, [...bins, missing])
  return {
    name: field.get('name').text(),
    kind,
    countsExact: field.get('countsExact').truth(),
    bins,
    missing,
    ...readUnseen(field, bins.length),
    ...optionalReference(field, (f) => readLevelReference(f, target)),
    notes: field.get('notes').list(readNote),
  }
}

/** Cuts as they are saved: finite, each above the one before. */
export function readCuts(field: Field): number[] {
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

/** What was seen in a bin lies in it. */
function checkSeen(field: Field, bins: readonly NumberBin[], cuts: readonly number[], closed: Closed): void {
  const slot = (x: number): number => (closed === 'left' ? bisectRight(cuts, x) : bisectLeft(cuts, x))
  const items = field.get('bins').items()
  for (const [i, { lo, hi }] of bins.entries()) {
    if (lo === null || hi === null) continue
    const at = items[i]
    if (lo > hi) at.get('lo').fail(`a number of at most hi (${hi})`)
    if (slot(lo) !== i) at.get('lo').fail('a value inside the bin')
    if (slot(hi) !== i) at.get('hi').fail('a value inside the bin')
  }
}

function checkCodes(field: Field, special: readonly Special[], missing: Missing): void {
  const codes = [...missing.values, ...special.map(({ code }) => code)]
  if (new Set(codes).size < codes.length)
    field.get('special').fail('codes that all differ, also from the missing values')
}

/** Either everything is weighted or nothing. */
function checkWeights(field: Field, counted: readonly Counted[]): void {
  const weighted = counted.filter(({ weight }) => weight !== undefined).length
  if (weighted > 0 && weighted < counted.length) field.get('bins').fail('a weight everywhere or nowhere')
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

function readName(bin: Field): { name?: string } {
  const name = bin.get('name').optional((f) => f.text())
  return name === null ? {} : { name }
}

function checkLabels(field: Field, bins: readonly { label: string; name?: string }[]): void {
  const [labels, told] = [new Set<string>(), new Set<string>()]
  for (const [i, { label, name = label }] of bins.entries()) {
    if (labels.has(label)) field.items()[i].get('label').fail('a label no other bin has')
    if (told.has(name)) field.items()[i].get('name').fail('a name no other bin has')
    labels.add(label)
    told.add(name)
  }
}

function readCounted(field: Field, target: Target | null): Counted {
  const weight = field.get('weight').optional((f) => f.amount())
  const counted = { count: field.get('count').finiteAmount(), ...(weight === null ? {} : { weight }) }
  if (target === null) return counted
  if (target.kind === 'numeric')
    return { ...counted, sum: field.get('sum').number(), sumSquares: field.get('sumSquares').amount() }
  const classes = field.get('classes').list((f) => f.amount())
  if (classes.length !== target.classes.length)
    field.get('classes').fail(`${target.classes.length} counts, one per class`)
  return { ...counted, classes }
}

/** Reads what happens to values that are set aside. */
export function readPolicy(field: Field, bins: number): { policy: PolicyName; bin: number | null } {
  const policy = field.get('policy').oneOf('own', 'nearest', 'bin', 'error')
  const bin = policy === 'nearest' || policy === 'bin' ? field.get('bin').index(bins - 1) : null
  return { policy, bin }
}

/** Reads what becomes of levels that the fit did not see; nothing where they count as missing. */
export function readUnseen(field: Field, bins: number): { unseen?: Unseen } {
  const unseen = field.get('unseen').optional((f): Unseen => {
    const policy = f.get('policy').oneOf('missing', 'bin', 'error')
    return { policy, bin: policy === 'bin' ? f.get('bin').index(bins - 1) : null }
  })
  return unseen === null ? {} : { unseen }
}

function readMissing(field: Field, bins: number, target: Target | null): Missing {
  const values = field.get('values').optional((f) => f.list((item) => item.finite())) ?? []
  return { ...readCounted(field, target), ...readPolicy(field, bins), values }
}

/** Reads the reasons of cuts. */
export function readReasons(field: Field, cuts: readonly number[]): Reason[] {
  const reasons = field.list(readReason)
  return reasons.length === cuts.length ? reasons : field.fail(`${cuts.length} reasons, one per cut`)
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

/** Files of before have none. */
function optionalReference<T>(field: Field, read: (field: Field) => T): { readonly reference?: T } {
  const reference = field.get('reference').optional(read)
  return reference === null ? {} : { reference }
}

function optionalRefused(field: Field): { readonly refused?: Refused } {
  const refused = field.get('refused').optional((f) => ({
    cut: f.get('cut').finite(),
    measure: f.get('measure').text(),
    score: f.get('score').number(),
    bar: f.get('bar').number(),
    ...whyOf(f.get('why').optional((why) => why.text())),
  }))
  return refused === null ? {} : { refused }
}

/** Files of before have none, and most candidates need none. */
function whyOf(why: string | null): { readonly why?: string } {
  return why === null ? {} : { why }
}

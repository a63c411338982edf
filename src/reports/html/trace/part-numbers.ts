import type { BarTerm, Candidate, PartStep } from '../../../discretizers/trace/trace-steps.ts'
import { escaped } from '../../markup.ts'
import { short } from '../charts/svg-parts.ts'
import type { DrawnColumn, Stretch } from './drawn-column.ts'
import { type Disorder, disorderOf, entropyOf } from './entropy-places.ts'
import { type CountRow, countTable, formulaHtml, versusHtml } from './numbers-html.ts'

/** How the disorder of a part is written, and what it means. */
interface DisorderWords {
  readonly sign: string
  readonly unit: string
  readonly about: string
}

const WORDS: Readonly<Record<NonNullable<Disorder>, DisorderWords>> = {
  bits: {
    sign: 'H',
    unit: ' bits per row',
    about: 'H, the entropy, says how mixed the classes are: 0 where all rows are of one class, 1 bit where two classes are even. H = −Σ p·log2 p, where p is the share of each class.',
  },
  nats: {
    sign: 'H',
    unit: ' nats per row',
    about: 'H, the entropy, says how mixed the classes are: 0 where all rows are of one class. H = −Σ p·ln p, where p is the share of each class.',
  },
  gini: {
    sign: 'G',
    unit: '',
    about: 'G, the Gini index, is the chance that two rows drawn at random are of different classes: 0 where all are of one class. G = 1 − Σ p².',
  },
  spread: {
    sign: 'V',
    unit: '',
    about: 'V says how far the target strays from its mean inside a part: 0 where it is the same in all rows.',
  },
} // prettier-ignore

/** The counts of a part and of both sides of a cut, what the cut gains with the numbers filled in, and the bar. */
export function partNumbers(column: DrawnColumn, step: PartStep): string {
  const { part, best, candidates, sides, bar } = step
  if (best === null || sides === null) return startNumbers(column, step)
  const { cut, score } = candidates[best]
  const gained = cutNumbers(column, step, candidates[best])
  if (bar === null || score === null || bar.value === null) return gained
  const verdict = step.accepted
    ? `${short(score)} is more than ${short(bar.value)}: ${column.text(cut)} is worth a cut.`
    : `${short(score)} against ${short(bar.value)}: the part from ${column.text(part.lo)} to ${column.text(part.hi)} stays whole.`
  if (bar.value === 0 && bar.terms.length === 0)
    return `<p class="verdict">Any gain is enough: ${escaped(column.text(cut))} is worth a cut.</p>${gained}`
  const versus = versusHtml({ score, bar: bar.value, name: step.measure, barName: 'needed', verdict })
  return `${versus}${gained}${barNumbers(bar.terms, bar.value)}`
}

/** A part that is not cut anywhere. */
function startNumbers(column: DrawnColumn, step: PartStep): string {
  const kind = disorderOf(step)
  const { part } = step
  const whole = column.through(part.lo, part.hi)
  const [head, ends] = kind === null ? [[], []] : [[WORDS[kind].sign], [short(part.disorder ?? 0)]]
  return countTable(column, [{ ...whole, head: 'the part', ends }], head) + aboutHtml(kind)
}

/** What one candidate would gain: counts of both sides, disorder before and after. */
export function cutNumbers(column: DrawnColumn, step: PartStep, candidate: Candidate): string {
  const kind = disorderOf(step)
  const { part } = step
  const { cut, score, below, above, after } = candidate
  const [low, high] = [column.through(part.lo, below), column.through(above, part.hi)]
  const whole = column.through(part.lo, part.hi)
  const text = column.text(cut)
  const disorders = sideDisorders(kind, step, candidate, [low, high])
  const heads = ['the part', `below ${text}`, `from ${text}`]
  const ends = disorders === null ? [[], [], []] : [part.disorder ?? 0, ...disorders].map((one) => [short(one)])
  const rows = [whole, low, high].map((stretch, i): CountRow => ({
    ...stretch,
    head: escaped(heads[i]),
    ends: ends[i],
  }))
  const sign = kind === null ? '' : WORDS[kind].sign
  const table = countTable(column, rows, disorders === null ? [] : [sign])
  if (kind === null || after === null || score === null || part.disorder === null) return table
  const { unit } = WORDS[kind]
  const shares = disorders === null ? [] : [`${short(low.rows)}/${short(whole.rows)} · ${short(disorders[0])} + ${short(high.rows)}/${short(whole.rows)} · ${short(disorders[1])}`] // prettier-ignore
  const mean = formulaHtml(`${sign} after`, ...shares, short(after))
  const before = part.disorder
  const near = (a: number): boolean => Math.abs(a - score) <= 1e-9 * Math.max(1, Math.abs(score))
  const gain = near(before - after)
    ? formulaHtml(step.measure, `${sign} before − ${sign} after`, `${short(before)} − ${short(after)}`, `${short(score)}${unit}`) // prettier-ignore
    : before > 0 && near((before - after) / before)
      ? formulaHtml(`${step.measure} taken away`, `(${sign} before − ${sign} after) / ${sign} before`, `(${short(before)} − ${short(after)}) / ${short(before)}`, short(score)) // prettier-ignore
      : formulaHtml(step.measure, short(score))
  return table + aboutHtml(kind, part.classes) + mean + gain
}

/** How mixed both sides of a candidate are; null where only the method could tell. */
function sideDisorders(
  kind: Disorder,
  { sides, candidates, best }: PartStep,
  candidate: Candidate,
  [low, high]: readonly [Stretch, Stretch],
): [number, number] | null {
  const given = best !== null && candidates[best] === candidate ? sides : null
  if (given !== null && given[0].disorder !== null && given[1].disorder !== null)
    return [given[0].disorder, given[1].disorder]
  if (kind !== 'bits' && kind !== 'nats') return null
  const unit = kind === 'bits' ? 1 : Math.LN2
  return [entropyOf(low.classes) * unit, entropyOf(high.classes) * unit]
}

/** What the disorder means, and for few classes how that of the part is counted. */
function aboutHtml(kind: Disorder, classes: readonly number[] | null = null): string {
  if (kind === null) return ''
  const present = (classes ?? []).filter((count) => count > 0)
  const rows = present.reduce((sum, count) => sum + count, 0)
  const log = kind === 'nats' ? 'ln' : 'log2'
  const filled =
    (kind === 'bits' || kind === 'nats') && present.length > 1 && present.length <= 4
      ? formulaHtml(
          'H before',
          `−(${present.map((count) => `${short(count)}/${short(rows)}·${log} ${short(count)}/${short(rows)}`).join(' + ')})`,
          short(entropyOf(present) * (kind === 'nats' ? Math.LN2 : 1)),
        )
      : ''
  return `<p class="facts">${escaped(WORDS[kind].about)}</p>${filled}`
}

/** The bar term by term. */
function barNumbers(terms: readonly BarTerm[], value: number): string {
  if (terms.length === 0) return ''
  const parts = terms.map((term) => formulaHtml(term.name, term.formula, term.filled, short(term.value)))
  const signed = terms.map((term, i) => (i === 0 ? short(term.value) : term.value < 0 ? ` − ${short(-term.value)}` : ` + ${short(term.value)}`)) // prettier-ignore
  const sum = terms.length > 1 ? formulaHtml('needed', signed.join(''), short(value)) : ''
  return `<h3>What a cut must pay</h3>${parts.join('')}${sum}`
}

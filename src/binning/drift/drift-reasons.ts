import { dateText } from '../../util/date-text.ts'
import type { ColumnDrift, ColumnRate, DriftLevel, Outside, OverallRate } from './drift-types.ts'

/** The customary limits of the stability index. */
const MODERATE = 0.1
const LARGE = 0.25

/** The verdict on a population: by chance first, then by the customary limits. `moved` is null without rows. */
export function levelOf(psi: number, moved: boolean | null): DriftLevel {
  if (moved !== true) return 'stable'
  return psi < MODERATE ? 'slight' : psi < LARGE ? 'moderate' : 'large'
}

/** What a reason is made of: the verdict on a population without the reason. */
export type JudgedPopulation = Pick<
  ColumnDrift,
  'psi' | 'critical' | 'pValue' | 'tests' | 'level' | 'outside' | 'ranges'
>

/** Why the verdict on a population is as it is; what lies beyond the fit comes first. `where` is the place of the largest term. */
export function populationReason(found: JudgedPopulation, where: string, isDate: boolean): string {
  const { psi, critical, level, outside, tests, ranges } = found
  if (critical === null) return 'there are no rows to compare'
  const first = outside === null ? '' : `${outsideWords(outside, isDate)}; `
  const [index, chance] = [short(psi), short(critical)]
  if (level === 'stable') {
    const though = psi >= MODERATE ? `, which is over ${MODERATE}, but with so few rows` : ';'
    return `${first}PSI ${index}${though} chance alone gives up to ${chance}`
  }
  if (psi <= critical) {
    const by =
      tests.ks !== null && outside?.beyondChance !== true
        ? `, but the values as a whole moved (Kolmogorov-Smirnov p ${pText(tests.ks)})`
        : ''
    return `${first}PSI ${index} is within what chance gives (up to ${chance})${by}`
  }
  const { before, now } = ranges.reduce((most, range) => (range.psi > most.psi ? range : most))
  const limit =
    level === 'large'
      ? `at least ${LARGE}`
      : level === 'moderate'
        ? `from ${MODERATE} to ${LARGE}`
        : `below ${MODERATE}, but more than chance`
  return `${first}PSI ${index} is ${limit} (chance gives up to ${chance}); the largest change is ${where}: ${percent(before.share)} before, ${percent(now.share)} now`
}

/** How many rows lie beyond the fit, and how far. */
function outsideWords(outside: Outside, isDate: boolean): string {
  const { rows, below, above, lowest, highest, levels, beyondChance } = outside
  const print = isDate ? dateText : short
  const chance = beyondChance ? 'more than chance gives' : 'no more than chance gives'
  if (levels.length > 0) {
    const named = levels.slice(0, 5).map((level) => JSON.stringify(level))
    const more = levels.length > named.length ? ' …' : ''
    const what = levels.length === 1 ? 'a level' : `${levels.length} levels`
    return `${many(rows)} ${rows === 1 ? 'has' : 'have'} ${what} the fit did not see (${named.join(', ')}${more}), ${chance}`
  }
  const far = [
    ...(below > 0 ? [`${below} below, down to ${print(lowest!)}`] : []),
    ...(above > 0 ? [`${above} above, up to ${print(highest!)}`] : []),
  ]
  return `${many(rows)} ${rows === 1 ? 'lies' : 'lie'} outside the fitted range (${far.join('; ')}), ${chance}`
}

/** Why the verdict on rates is as it is. */
export function rateReason(rate: Omit<ColumnRate, 'reason'>, level: number): string {
  const { shifted, adjustedPValue, of, change, where, now, expected } = rate
  if (adjustedPValue === null) return 'too few labelled rows to test'
  const p = pText(adjustedPValue)
  if (!shifted) return `no more than chance explains: p ${p}, above ${level}`
  const what = whatOf(of)
  const text = (x: number | null): string => (x === null ? 'none' : of === null ? short(x) : percent(x))
  if (change === 'overall') return `${what} changed as it did overall, alike for all values (p ${p})`
  if (where !== null)
    return `${what} changed ${where.words} (p ${p}): ${text(where.before)} before, ${text(where.now)} now`
  return `${what} given the value ${direction(expected, now)} (p ${p}): ${text(expected)} if each value had kept its own, ${text(now)} now`
}

/** What happened to the rate of the whole table. */
export function overallReason(
  { of, before, now, pValue, shifted, explainedBy, alike }: Omit<OverallRate, 'reason'>,
  columns: readonly ColumnDrift[],
  level: number,
): string {
  if (pValue === null) return 'too few labelled rows to test'
  const text = (x: number | null): string => (x === null ? 'none' : of === null ? short(x) : percent(x))
  if (pValue > level) return `no more than chance explains: p ${pText(pValue)}, above ${level}`
  const told = `${whatOf(of)} ${direction(before, now)} from ${text(before)} to ${text(now)} (p ${pText(pValue)})`
  if (explainedBy !== null) {
    const expected = columns.find(({ name }) => name === explainedBy)?.rate?.expected ?? null
    return `${told}; the moved population of ${explainedBy} accounts for it: ${text(expected)} if each of its values had kept its own`
  }
  if (!shifted) return `${told}, but no column shows it beyond chance`
  const all = alike.length === columns.length
  return alike.length === 0
    ? told
    : `${told}, alike for all values of ${all ? (all && columns.length === 1 ? columns[0].name : 'every column') : alike.join(', ')}`
}

function whatOf(of: string | null): string {
  return of === null ? 'the mean' : `the rate of ${of}`
}

function direction(before: number | null, now: number | null): string {
  return before === null || now === null || before === now ? 'changed' : now > before ? 'rose' : 'fell'
}

function many(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`
}

/** A number with three digits. */
function short(x: number): string {
  return Number.isFinite(x) ? String(Number(x.toPrecision(3))) : String(x)
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`
}

function pText(p: number): string {
  return p < 1e-300 ? 'below 1e-300' : p < 0.0005 ? p.toExponential(0) : String(Number(p.toPrecision(2)))
}

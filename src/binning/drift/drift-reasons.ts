import type { ColumnRate, DriftLevel, SlotDrift } from './drift-types.ts'

/** The customary limits of the stability index. */
const MODERATE = 0.1
const LARGE = 0.25

/** The verdict on a population: by chance first, then by the customary limits. */
export function levelOf(psi: number, critical: number | null): DriftLevel {
  if (critical === null || psi <= critical) return 'stable'
  return psi < MODERATE ? 'slight' : psi < LARGE ? 'moderate' : 'large'
}

/** Why the verdict on a population is as it is. */
export function populationReason(
  psi: number,
  critical: number | null,
  level: DriftLevel,
  slots: readonly SlotDrift[],
): string {
  if (critical === null) return 'there are no rows to compare'
  const [index, chance] = [short(psi), short(critical)]
  if (level === 'stable') {
    const though = psi >= MODERATE ? `, which is over ${MODERATE}, but with so few rows` : ';'
    return `PSI ${index}${though} chance alone gives up to ${chance}`
  }
  const worst = slots.reduce((most, slot) => (slot.psi > most.psi ? slot : most))
  const where = `the largest change is in "${worst.label}": ${percent(worst.before.share)} before, ${percent(worst.now.share)} now`
  const limit =
    level === 'large'
      ? `at least ${LARGE}`
      : level === 'moderate'
        ? `from ${MODERATE} to ${LARGE}`
        : `below ${MODERATE}, but more than chance`
  return `PSI ${index} is ${limit} (chance gives up to ${chance}); ${where}`
}

/** Why the verdict on rates is as it is. */
export function rateReason(
  { shifted, adjustedPValue, of }: Omit<ColumnRate, 'reason'>,
  slots: readonly SlotDrift[],
  level: number,
): string {
  if (adjustedPValue === null) return 'too few labelled rows to test'
  const p = pText(adjustedPValue)
  if (!shifted) return `no more than chance explains: p ${p}, above ${level}`
  const tested = slots.filter(({ rate }) => rate !== null && rate.pValue !== null)
  const worst = tested.reduce((least, slot) => (slot.rate!.pValue! < least.rate!.pValue! ? slot : least))
  const text = (x: number | null): string => (x === null ? 'none' : of === null ? short(x) : percent(x))
  const { before, now, of: told } = worst.rate!
  const what = told === null ? 'the mean' : `the rate of ${told}`
  return `${what} changed inside bins (p ${p}), most clearly in "${worst.label}": ${text(before)} before, ${text(now)} now`
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

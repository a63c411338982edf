import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnyDiscretizer, type Closed, fit, methods, type NumberColumn } from '../../src/index.ts'
import { distinctValues, type Sample, type SampleOptions, samples } from './columns.ts'

/** What a law is tried on: a method with a set of options. */
export interface Subject {
  readonly name: string
  readonly method: AnyDiscretizer
  readonly options: Readonly<Record<string, unknown>>
}

/** Options worth trying besides the defaults and the presets, by method. */
const VARIANTS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'equal-width': [{ bins: 3 }, { bins: 'auto' }, { bins: 'scott' }],
  'equal-frequency': [{ bins: 2 }, { bins: 7, quantile: 'linear' }, { bins: 'freedman-diaconis' }],
  'k-means': [{ bins: 2 }, { bins: 4 }, { bins: 'sturges' }],
  mdlp: [
    { maxBins: 3 },
    { maxBins: 4, acceptEqual: true, betterEncoding: true },
    { stop: 'kononenko', betterEncoding: true, maxBins: 3 },
  ],
  'chi-merge': [
    { maxBins: 4 },
    { minBins: 3 },
    { start: 'distinct' },
    { threshold: 2, mergeEqual: true },
    { alpha: 0.5 },
  ],
}

/** Every method of the registry as it is, with each of its presets, and with the variants above. */
const SUBJECTS: readonly Subject[] = methods().flatMap((method) => [
  { name: method.name, method, options: {} },
  ...Object.keys(method.presets).map((preset) => ({
    name: `${method.name} as ${preset}`,
    method,
    options: { preset },
  })),
  ...(VARIANTS[method.name] ?? []).map((options) => ({
    name: `${method.name} with ${Object.entries(options)
      .map(([option, value]) => `${option} ${String(value)}`)
      .join(', ')}`,
    method,
    options,
  })),
])

/** Declares one test per method, preset and variant: `mdlp: weight 2 equals the row twice`. */
export function everyMethod(
  law: string,
  check: (subject: Subject) => void | Promise<void>,
  applies: (subject: Subject) => boolean = () => true,
): void {
  for (const subject of SUBJECTS.filter(applies)) {
    test(`${subject.name}: ${law}`, async () => {
      expect.hasAssertions()
      await check(subject)
    })
  }
}

/** Methods that do not look at the target. */
export function isUnsupervised({ method }: Subject): boolean {
  return method.target === 'none'
}

/** Methods that find their cuts themselves. */
export function findsCuts({ method }: Subject): boolean {
  return method.name !== 'fixed'
}

/** Methods that take fractional weights: interpolated quantiles speak of single rows. */
export function takesFractions({ options }: Subject): boolean {
  return options['quantile'] !== 'linear' && options['preset'] !== 'numpy'
}

/** Methods for which only the ratio of the weights matters: rules for the number of bins speak of rows. */
export function seesSharesOnly(subject: Subject): boolean {
  return isUnsupervised(subject) && takesFractions(subject) && typeof subject.options['bins'] !== 'string'
}

/** Random columns this method takes: with whole weights where fractional ones are refused. */
export function samplesFor(subject: Subject, options: SampleOptions = {}): fc.Arbitrary<Sample> {
  return takesFractions(subject) ? samples(options) : samples(options).map(wholeWeights)
}

export function wholeWeights(sample: Sample): Sample {
  return { ...sample, weights: sample.weights.map(Math.ceil) }
}

/** Which of a sample's columns are used beside its values. */
export interface Beside {
  /** default class */
  readonly target?: 'class' | 'numeric' | 'none'
  readonly weighted?: boolean
  readonly closed?: Closed | undefined
  readonly readable?: boolean
  readonly special?: readonly number[]
  readonly missing?: readonly number[]
}

/** The options of a fit of this sample by this method. */
export function optionsOf(subject: Subject, sample: Sample, beside: Beside = {}): Readonly<Record<string, unknown>> {
  const { target = 'class', weighted = false, ...rest } = beside
  return {
    ...rest,
    ...(target === 'none' ? {} : { target: target === 'class' ? sample.labels : sample.numbers, targetKind: target }),
    ...(weighted ? { weights: sample.weights } : {}),
    method: subject.method,
    ...subject.options,
    ...(subject.method.name === 'fixed' ? { cuts: cutsInside(sample.values, beside.closed) } : {}),
  }
}

/** Fits a sample by a method of the registry. */
export function fitSample(subject: Subject, sample: Sample, beside: Beside = {}): NumberColumn {
  return fit<Record<string, unknown>>(sample.values, optionsOf(subject, sample, beside))
}

/** Up to three cuts that part the values, for the method that must be given its cuts. */
function cutsInside(values: readonly number[], closed: Closed = 'left'): number[] {
  const distinct = distinctValues(values)
  const places = [1, 2, 3].map((quarter) => Math.floor(((distinct.length - 1) * quarter) / 4))
  return [...new Set(places)]
    .filter((at) => at + 1 < distinct.length)
    .map((at) => distinct[closed === 'left' ? at + 1 : at])
}

/**
 * Weighted columns of at most the weight of two rows are refused by some methods; this law does not speak of them. Values
 * that are codes do not count.
 */
export function needsWeight(sample: Sample, codes: readonly number[] = []): void {
  const counts = (value: number, row: number): boolean =>
    Number.isFinite(value) && !codes.includes(value) && sample.labels[row] !== null
  const weight = sample.values.reduce((sum, value, row) => sum + (counts(value, row) ? sample.weights[row] : 0), 0)
  fc.pre(weight > 2)
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnyDiscretizer, type Closed, fit, methods, type NumberColumn } from '../../src/index.ts'
import { distinctValues, type Sample, type SampleOptions, samples } from './columns.ts'

/** What a law is tried on: a method with a set of options and a kind of target. */
export interface Subject {
  readonly name: string
  readonly method: AnyDiscretizer
  readonly options: Readonly<Record<string, unknown>>
  /** the kind it is fitted with; classes for methods that look at no target */
  readonly target: 'class' | 'numeric'
}

/** Options worth trying besides the defaults and the presets, by method; `on numbers` where it takes either target. */
const VARIANTS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'equal-width': [{ bins: 3 }, { bins: 'freedman-diaconis' }, { bins: 'scott' }],
  'equal-frequency': [{ bins: 2 }, { bins: 7, quantile: 'linear' }, { bins: 'advised' }],
  'k-means': [{ bins: 2 }, { bins: 4 }, { bins: 'sturges' }],
  mdlp: [
    { maxBins: 3 },
    { maxBins: 4, acceptEqual: true, betterEncoding: true },
    { stop: 'kononenko', betterEncoding: true, maxBins: 3 },
    { search: 'best-first' },
    { search: 'best-first', candidates: 5, betterEncoding: true, maxBins: 3 },
    { search: 'best-first', stop: 'blog' },
  ],
  d2: [{ minRows: 2 }, { minRows: 1, maxBins: null, equalGains: 'leftmost' }, { minRows: 3, maxBins: 3, minGain: 0.1 }],
  'chi-merge': [
    { maxBins: 4 },
    { minBins: 3 },
    { start: 'distinct' },
    { threshold: 2, mergeEqual: true },
    { alpha: 0.5 },
  ],
  caim: [{ maxBins: 2 }, { minBins: 1 }, { minBins: 6, maxBins: 8 }],
  cacc: [{ maxBins: 4 }, { minBins: 6 }, { logOf: 'bins', minBins: 1 }],
  ameva: [{ maxBins: 2 }, { minBins: 6 }],
  cliffs: [
    { mdl: false },
    { measure: 'gini', enough: 2 },
    { measure: 'chi-square', mdl: false, trivial: 1.1, enough: 1 },
    { measure: 'gain-ratio', mdl: false, enough: 1, cohen: 0 },
    { fuse: true, mdl: false, enough: 1 },
    { maxBins: 3, mdl: false, enough: 2, cohen: 0.1 },
  ],
  'cliffs on numbers': [{ alpha: 0.05 }, { fuse: true, enough: 1 }, { maxBins: 3, trivial: 1.2, enough: 2, cohen: 0 }],
  variance: [
    { criterion: 'deviation', enough: 1, cohen: 0 },
    { fuse: true, enough: 1 },
    { maxBins: 3, trivial: 1.1, enough: 1 },
    { alpha: 0.5, enough: 1 },
  ],
  modl: [{ maxBins: 3 }, { search: 'greedy' }, { search: 'greedy', maxBins: 2 }],
  chi2: [
    { delta: 0.3, start: 'distinct' },
    { delta: 0, startLevel: 0.9 },
    { absolute: true, startLevel: 0.01, delta: 0.2 },
    { maxBins: 3, mergeEqual: true },
    { variant: 'modified', maxBins: 3, mergeEqual: true },
  ],
  khiops: [
    { minExpected: 0, noise: 0 },
    { minExpected: 1, noise: 0.5, maxBins: 3 },
  ],
  optimal: [
    { maxBins: 3 },
    { minShare: 0, maxBins: 6 },
    { minBins: 3, minShare: 0 },
    { minShare: 0.2, maxPValue: 0.1 },
    { minShare: 0, prebins: 6 },
  ],
  'optimal on numbers': [
    { minShare: 0, maxBins: 4, trend: 'auto' },
    { minShare: 0.1, maxBins: 3 },
    { minShare: 0, maxPValue: 0.2 },
  ],
}

/** Every method of the registry as it is, with each of its presets, and with the variants above; on both kinds if it can. */
const SUBJECTS: readonly Subject[] = methods().flatMap((method) => {
  const subjects = (name: string, target: Subject['target']): Subject[] => [
    { name, method, options: {}, target },
    ...presetsWithoutEvent(method).map((preset) => ({
      name: `${name} as ${preset}`,
      method,
      options: { preset },
      target,
    })),
    ...(VARIANTS[name] ?? []).map((options) => ({
      name: `${name} with ${Object.entries(options)
        .map(([option, value]) => `${option} ${String(value)}`)
        .join(', ')}`,
      method,
      options,
      target,
    })),
  ]
  if (method.target === 'any')
    return [...subjects(method.name, 'class'), ...subjects(`${method.name} on numbers`, 'numeric')]
  return subjects(method.name, method.target === 'numeric' ? 'numeric' : 'class')
})

/** The presets that take any target of their method; what speaks of an event is tested with the method. */
function presetsWithoutEvent({ presets }: AnyDiscretizer): string[] {
  return Object.keys(presets).filter((preset) => !('minEvents' in presets[preset].options))
}

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
export function isUnsupervised({ method, options }: Subject): boolean {
  return method.target === 'none' && options['bins'] !== 'advised'
}

/** Methods on a class target, or on none. */
export function seesClasses({ target }: Subject): boolean {
  return target === 'class'
}

/** Methods on a numeric target. */
export function seesNumbers({ target }: Subject): boolean {
  return target === 'numeric'
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
  /** default what the subject is fitted with */
  readonly target?: 'class' | 'numeric' | 'none'
  readonly weighted?: boolean
  readonly closed?: Closed | undefined
  readonly readable?: boolean
  readonly special?: readonly number[]
  readonly missing?: readonly number[]
}

/** The options of a fit of this sample by this method. */
export function optionsOf(subject: Subject, sample: Sample, beside: Beside = {}): Readonly<Record<string, unknown>> {
  const { target = subject.target, weighted = false, ...rest } = beside
  return {
    ...rest,
    ...(target === 'none' ? {} : { target: target === 'class' ? sample.labels : sample.numbers, targetKind: target }),
    ...(weighted ? { weights: sample.weights } : {}),
    method: subject.method,
    ...subject.options,
    ...(subject.method.name === 'fixed' ? { cuts: cutsInside(sample.values, beside.closed) } : {}),
  }
}

/** The same without target and weights, for a summary that has them already. */
export function summaryOptionsOf(
  subject: Subject,
  sample: Sample,
  beside: Beside = {},
): Readonly<Record<string, unknown>> {
  const { target: _target, targetKind: _kind, weights: _weights, ...options } = optionsOf(subject, sample, beside)
  return options
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

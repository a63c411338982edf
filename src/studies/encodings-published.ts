/** Shares of the training rows in the paper. */
const SHARES = [1, 0.1, 0.01]

/** Areas under the curve in percent as printed: three shares of HIGGS, then three of SUSY. */
const AREAS: Readonly<Record<'lr' | 'dnn', Readonly<Record<string, readonly number[]>>>> = {
  lr: {
    'CD(5)': [74.99, 75, 74.93, 85.85, 85.84, 85.62],
    'CD(10)': [76.42, 76.18, 76.26, 86.69, 86.57, 85.96],
    'CD(100)': [77.29, 77.26, 75.84, 87.06, 86.17, 83.72],
    MGD: [77.32, 77.29, 76.48, 87.08, 86.71, 85.78],
    'LLE(5)': [77.07, 77.05, 76.95, 86.77, 86.47, 85.98],
    'LLE(10)': [77.42, 77.38, 77.21, 87.13, 86.83, 86.18],
    'LLE(100)': [77.46, 77.31, 75.89, 87.08, 86.23, 83.96],
  },
  dnn: {
    'CD(5)': [79.42, 78.9, 77.92, 86.68, 86.08, 85.75],
    'CD(10)': [81.67, 81.07, 79.49, 87.28, 86.77, 82.49],
    'CD(100)': [82.59, 81.09, 76.93, 87.41, 77.25, 82.47],
    MGD: [82.76, 81.31, 79.68, 87.43, 86.66, 84.95],
    'LLE(5)': [82.68, 82.16, 80.43, 87.53, 86.83, 86.23],
    'LLE(10)': [82.87, 82.24, 80.35, 87.58, 87.08, 86.62],
    'LLE(100)': [82.82, 81.39, 77.21, 87.46, 78.62, 82.61],
  },
}

/** Parameters as printed, for MGD and for the LLE it is compared with. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  MGD: [162_560, 148_140, 141_680, 116_820, 41_580, 21_690],
  'LLE(10)': [308, 308, Number.NaN, 198, 198, 198],
  'LLE(5)': [Number.NaN, Number.NaN, 168, Number.NaN, Number.NaN, Number.NaN],
}

export type PublishedData = 'higgs' | 'susy'

/** The data set of the paper that the name of a file speaks of. */
export function publishedData(name: string): PublishedData | null {
  const base = name.replace(/^.*[\\/]/, '').toLowerCase()
  return base.includes('higgs') ? 'higgs' : base.includes('susy') ? 'susy' : null
}

/** What the paper prints for an encoding; null where it prints nothing. */
export function published(
  data: PublishedData | null,
  model: 'lr' | 'dnn',
  encoding: string,
  share: number,
): { readonly auc: number; readonly parameters: number | null } | null {
  const at = SHARES.indexOf(share)
  const areas = AREAS[model][encoding]
  if (data === null || at < 0 || areas === undefined) return null
  const index = at + (data === 'susy' ? 3 : 0)
  const parameters = model === 'lr' ? PARAMETERS[encoding]?.[index] : undefined
  return {
    auc: Math.round(100 * areas[index]) / 10_000,
    parameters: parameters === undefined || Number.isNaN(parameters) ? null : parameters,
  }
}

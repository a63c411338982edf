// Which golden files there are, which method of Kerf answers them and what has to agree.
//
// `duty` is `must` (bit for bit) or `report` (another method under the same name, so only counted). `runs` turns a file
// into runs: a method with options, and per column the other tool's answer. `check` names what is compared (see
// compare.mjs); `explain` may prove why a column differs, which forgives it, at most `forgive` times over all files.
// A method that Kerf does not have is noticed by itself; to add one, look whether its row needs options or a preset.
import { droppedEdge, mergeTie, wekaTie } from './explain.mjs'

const WEKA_VARIANTS = {
  mdl: {},
  kononenko: { stop: 'kononenko' },
  betterEncoding: { betterEncoding: true },
  'kononenko+betterEncoding': { stop: 'kononenko', betterEncoding: true },
}

/** scikit-learn's strategies; its k-means stops early, so ours must be as good or better, not the same. */
const KBINS_STRATEGIES = {
  uniform: { method: 'equal-width', check: 'edges' },
  quantile: { method: 'equal-frequency', check: 'edges', options: { preset: 'numpy' } },
  kmeans: { method: 'k-means', check: 'cost' },
}

export const FAMILIES = [
  { files: /^mdlp-weka-/, duty: 'must', runs: wekaRuns, explain: wekaTie, forgive: 1 },
  { files: /^mdlp-r-/, duty: 'must', runs: oneRun('mdlp', { preset: 'r' }) },
  { files: /^fayyad-keel-/, duty: 'must', runs: oneRun('mdlp', { preset: 'keel' }) },
  { files: /^chiM-alpha([\d.]+)-r-/, duty: 'must', runs: chiMergeRuns, explain: mergeTie, forgive: 3 },
  { files: /^kbins-sklearn-/, duty: 'must', runs: kbinsRuns, explain: droppedEdge, forgive: Infinity },
  { files: /^caim-keel-/, duty: 'must', runs: oneRun('caim', { preset: 'keel' }) },
  { files: /^disc\.Topdown-CAIM-r-/, duty: 'must', runs: oneRun('caim', { preset: 'r' }, 'edges') },
  { files: /^cacc-keel-/, duty: 'must', runs: oneRun('cacc', { preset: 'keel' }) },
  { files: /^disc\.Topdown-CACC-r-/, duty: 'must', runs: oneRun('cacc', { preset: 'r' }, 'edges') },
  { files: /^ameva-keel-/, duty: 'must', runs: oneRun('ameva', { preset: 'keel' }) },
  { files: /^disc\.Topdown-ameva-r-/, duty: 'must', runs: oneRun('ameva', { preset: 'r' }, 'edges') },
  {
    files: /^chimerge-alpha([\d.]+)-keel-/,
    duty: 'report',
    about: 'compared with the plain preset merged to at most max(rows / 100, classes) bins',
    runs: keelMergeRuns,
  },
  {
    files: /^chi2-.*-r-(.+)\.json$/,
    duty: 'report',
    about: 'R stops there, though its delta would let it go on',
    runs: rChi2Runs('chi2', 0.02),
  },
  {
    files: /^modChi2-.*-r-(.+)\.json$/,
    duty: 'report',
    about: 'another algorithm, whose test of consistency never fails in R',
    runs: rChi2Runs('modChi2', 0.0001),
  },
  {
    files: /^extendChi2-.*-r-(.+)\.json$/,
    duty: 'report',
    about: 'another algorithm',
    runs: rChi2Runs('extendChi2', 0.0001),
  },
]

function oneRun(method, options = {}, check = 'cuts') {
  return (golden) => [{ method, options, check, answers: golden.cuts }]
}

function wekaRuns(golden) {
  return Object.entries(golden.variants).map(([variant, answers]) => ({
    variant,
    answers,
    method: 'mdlp',
    options: { preset: 'weka', ...known(WEKA_VARIANTS, variant) },
    check: 'cuts',
  }))
}

function chiMergeRuns(golden, [, alpha]) {
  return oneRun('chi-merge', { preset: 'r', alpha: Number(alpha) })(golden)
}

/** KEEL merges on below the significance until this few intervals are left. */
function keelMergeRuns(golden, [, alpha], table) {
  const maxBins = Math.max(Math.floor(table.rows / 100), new Set(table.labels).size)
  return oneRun('chi-merge', { preset: 'plain', alpha: Number(alpha), maxBins })(golden)
}

/**
 * R's cuts are numbers of bins, not values. Its bins are in a table beside the golden, and the cuts lie between the values
 * of neighbouring bins. R ends its list of levels at 0.0001 and drops no column of iris; at `level` ChiMerge comes closest.
 */
function rChi2Runs(name, level) {
  return (_, [, set], table, readBeside) => {
    const bins = readBeside(`${name}-r-${set}-discdata.csv`).columns
    const answers = Object.fromEntries(
      [...table.columns].map(([column, values]) => [column, cutsBetween(values, bins.get(column))]),
    )
    return [
      { variant: 'chi2Table', method: 'chi2', check: 'together', options: { preset: 'r' }, answers },
      {
        variant: `chi-merge at level ${level}`,
        method: 'chi-merge',
        check: 'cuts',
        options: { preset: 'r', alpha: level },
        answers,
      },
    ]
  }
}

/** The places midway between neighbouring values of different bins. */
function cutsBetween(values, bins) {
  const rows = values.map((value, row) => ({ value, bin: bins[row] })).toSorted((a, b) => a.value - b.value)
  return rows.slice(1).flatMap(({ value, bin }, i) => (bin === rows[i].bin ? [] : [(rows[i].value + value) / 2]))
}

function kbinsRuns(golden) {
  return Object.entries(golden.variants).map(([variant, { edges, bin_counts: counts }]) => {
    const [strategy, bins] = variant.split('-')
    const { method, check, options } = known(KBINS_STRATEGIES, strategy)
    return { variant, method, check, options: { ...options, bins: Number(bins) }, answers: edges, counts }
  })
}

function known(table, name) {
  if (!Object.hasOwn(table, name)) throw new Error(`no rule for the variant ${name}`)
  return table[name]
}

/**
 * `node scripts/simulate/curves.mjs [--quick]`: how many bins `binsCurve` calls enough, and how often `cutStability` calls a
 * cut firm, where the truth is known. Of columns that say nothing at most 5 in 100 may be told to need more than one bin.
 * Then a step, a slope and a hump of several strengths: how often they are seen, and how many bins are called enough.
 */
import { pathToFileURL } from 'node:url'
import { binsCurve, cutStability } from '../../dist/explain.js'
import { findMethod, random, summarize } from '../../dist/index.js'

/** What a value adds to the target: by −1 to 1 of `strength`, or a slope of as much variance as the step. */
const SHAPES = {
  noise: () => 0,
  step: (place) => (place > 0.5 ? 1 : -1),
  slope: (place) => (place - 0.5) * Math.sqrt(12),
  hump: (place) => (Math.abs(place - 0.5) < 0.25 ? 1 : -1),
}

/** Targets: a number by its deviations from noise of one, or classes by what is added to the rate of the first. */
const TARGETS = {
  number: ({ normal }, effect) => effect + normal(),
  skewed: ({ normal }, effect) => effect + Math.exp(1.2 * normal()),
  'two classes': ({ next }, effect) => (next() < 0.5 + effect ? 'a' : 'b'),
  'one in ten': ({ next }, effect) => (next() < 0.1 + effect ? 'a' : 'b'),
  'five classes': ({ integer }) => 'abcde'[integer(5)],
}

const MANY = 1e9
const VALUES = [5, 20, 50, MANY]
const ROWS = [100, 300, 1000]

/**
 * @param {{ quick?: boolean }} options
 * @returns {Promise<boolean>}
 */
export async function run({ quick = false } = {}) {
  const [runs, fewer] = quick ? [10, 5] : [200, 40]
  const allowed = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / runs)
  console.log(`columns of noise, ${runs} each: told to need more than one bin\n`)
  head(['target', 'rows', ...VALUES.map(valuesText)])
  let [ok, more, all] = [true, 0, 0]
  for (const target of Object.keys(TARGETS)) {
    for (const rows of ROWS) {
      const shares = VALUES.map((values) => {
        const counts = enoughOf({ target, rows, values, shape: 'noise', strength: 0 }, runs)
        const wrong = runs - (counts.get(1) ?? 0)
        ;[more, all] = [more + wrong, all + runs]
        ok &&= wrong <= allowed * runs
        return percent(wrong / runs)
      })
      line([target, rows, ...shares])
    }
  }
  ok &&= more <= 0.05 * all
  console.log(`\nall together ${percent(more / all)}\n\nwhat is there, ${fewer} columns each: bins called enough\n`)
  head([
    'what',
    'target',
    'strength',
    'rows',
    ...[20, MANY].flatMap((values) => [`seen, ${valuesText(values)}`, 'bins']),
  ])
  for (const [shape, target, strength] of quick ? SIGNALS.slice(0, 2) : SIGNALS) {
    for (const rows of ROWS) {
      const cells = [20, MANY].flatMap((values) => {
        const counts = enoughOf({ target, rows, values, shape, strength }, fewer)
        const seen = 1 - (counts.get(1) ?? 0) / fewer
        // What is strong and has many rows must not be overlooked.
        ok &&= rows < 1000 || Number(strength) < 0.33 || seen >= 0.95
        return [percent(seen), usual(counts)]
      })
      line([shape, target, strength, rows, ...cells])
    }
  }
  ok = stability(quick ? 20 : 100) && ok
  console.log(ok ? '\ncurves: ok' : '\ncurves: MISSED')
  return ok
}

/** Strengths are of both sides: a step of 0.5 parts two means by one standard deviation, or rates of 0 and 1. */
const SIGNALS = [
  ...[0.2, 0.33, 0.5, 1].map((strength) => ['step', 'number', strength]),
  ...[0.1, 0.2, 0.3].map((strength) => ['step', 'two classes', strength]),
  ...[0.2, 0.33, 0.5, 1].map((strength) => ['slope', 'number', strength]),
  ...[0.1, 0.2].map((strength) => ['slope', 'two classes', strength]),
  ...[0.2, 0.33, 0.5].map((strength) => ['hump', 'number', strength]),
]

/** Of noise: how often a method cuts at all, and how often a cut of it is then called firm. */
function stability(runs) {
  console.log(`\ncolumns of noise, ${runs} of 300 rows each: cut, and with a cut that is called firm\n`)
  head(['method', 'target', ...[5, 50, MANY].map(valuesText)])
  let ok = true
  for (const [name, target] of [
    ['mdlp', 'two classes'],
    ['mdlp', 'five classes'],
    ['variance', 'number'],
  ]) {
    // prettier-ignore
    const given = { method: findMethod(name), ...(name === 'variance' ? { preset: 'significant' } : {}) }
    const cells = [5, 50, MANY].map((values) => {
      let [cut, firm] = [0, 0]
      for (let i = 0; i < runs; i++) {
        const summary = column({ target, rows: 300, values, shape: 'noise', strength: 0 }, 20_000 + i)
        if (cutStability(summary, given, { resamples: 1 }).cuts.length === 0) continue
        cut++
        if (cutStability(summary, given, { resamples: 50 }).cuts.some(({ same }) => same.share >= 0.9)) firm++
      }
      ok &&= firm <= (0.05 + 2 * Math.sqrt((0.05 * 0.95) / runs)) * runs
      return `${percent(cut / runs)}, ${percent(firm / runs)}`
    })
    line([name, target, ...cells])
  }
  return ok
}

/** How many columns of a kind are told to need so many bins. */
function enoughOf(setting, runs) {
  const counts = new Map()
  for (let i = 0; i < runs; i++) {
    const { enough } = binsCurve(column(setting, 9000 + i))
    counts.set(enough, (counts.get(enough) ?? 0) + 1)
  }
  return counts
}

function column({ target, rows, values, shape, strength }, seed) {
  const rolls = random(seed)
  const x = Float64Array.from({ length: rows }, () => (Math.floor(rolls.next() * values) + 0.5) / values)
  const y = Array.from(x, (place) => TARGETS[target](rolls, strength * SHAPES[shape](place)))
  return summarize(x, { target: y, targetKind: typeof y[0] === 'number' ? 'numeric' : 'class' })
}

/** The number of bins most often called enough, and the range of nine in ten. */
function usual(counts) {
  const sorted = [...counts].toSorted(([a], [b]) => a - b).flatMap(([bins, times]) => Array(times).fill(bins))
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))]
  return at(0.05) === at(0.95) ? `${at(0.05)}` : `${at(0.05)} to ${at(0.95)}`
}

const valuesText = (values) => (values === MANY ? 'all values differ' : `${values} values`)
const percent = (share) => `${(100 * share).toFixed(1)} %`
const line = (cells) => console.log(`| ${cells.join(' | ')} |`)
const head = (cells) => (line(cells), line(cells.map(() => '---')))

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await run({ quick: process.argv.includes('--quick') })) ? 0 : 1
}

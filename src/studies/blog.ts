import { fit } from '../binning/fit/fit.ts'
import { mdlp } from '../discretizers/methods/mdlp.ts'
import { check, integer } from '../util/check.ts'
import { BLOG_CASES, type BlogCase } from './blog-cases.ts'
import { quantileOf, type Share, shareOf } from './hit-share.ts'

/** How far a cut may lie from where it is expected. */
const NEAR = 0.1

/** Where the cuts lie that are expected at one place, over the seeds that have one near it. */
export interface CutPlace {
  readonly expected: number
  readonly printed: number | null
  /** seeds with a cut within 0.1 of the place */
  readonly found: Share
  /** of the nearest cuts of these seeds; null where there is none */
  readonly median: number | null
  readonly low: number | null
  readonly high: number | null
}

/** What one rule gives in one case, over all seeds. */
export interface BlogResult {
  readonly case: BlogCase['name']
  readonly about: string
  readonly rule: 'paper' | 'blog'
  /** whether the rows differ from seed to seed */
  readonly drawn: boolean
  readonly expected: readonly number[]
  /** seeds with as many cuts as expected, each within 0.1 of its place */
  readonly asClaimed: Share
  /** seeds by their number of cuts: counts[n] have n */
  readonly counts: readonly number[]
  readonly places: readonly CutPlace[]
  /** the cuts of every seed */
  readonly cuts: readonly (readonly number[])[]
}

export interface BlogStudy {
  readonly study: 'blog'
  readonly seeds: number
  readonly firstSeed: number
  readonly results: readonly BlogResult[]
}

export interface BlogOptions {
  /** so many draws of each case; default 200 */
  readonly seeds?: number | undefined
  /** the first of their seeds; default 1 */
  readonly firstSeed?: number | undefined
}

/**
 * The four synthetic cases over many seeds instead of one draw, by the rule of the paper (entropies in bits) and by that
 * of the blog's listing (in nats against a bar in bits, cuts at values). The same seeds give the same cuts.
 */
export function studyBlog(options: BlogOptions = {}): BlogStudy {
  const { seeds = 200, firstSeed = 1 } = options
  check('studyBlog', 'seeds', integer(1, 100_000), seeds)
  check('studyBlog', 'firstSeed', integer(0), firstSeed)
  const results = BLOG_CASES.flatMap((one) =>
    (['paper', 'blog'] as const).map((rule) => {
      const preset = rule === 'blog' ? 'blog' : undefined
      const cuts = Array.from({ length: seeds }, (_, i) => {
        const { x, target } = one.draw(firstSeed + i)
        return fit(x, { target, targetKind: 'class', method: mdlp, preset }).cuts
      })
      return resultOf(one, rule, cuts)
    }),
  )
  return { study: 'blog', seeds, firstSeed, results }
}

function resultOf(
  { name, about, drawn, expected, printed }: BlogCase,
  rule: BlogResult['rule'],
  cuts: readonly (readonly number[])[],
): BlogResult {
  const claimed = cuts.filter(
    (found) => found.length === expected.length && expected.every((place, i) => Math.abs(found[i] - place) <= NEAR),
  )
  const counts: number[] = []
  for (const { length } of cuts) counts[length] = (counts[length] ?? 0) + 1
  return {
    case: name,
    about,
    rule,
    drawn,
    expected,
    asClaimed: shareOf(claimed.length, cuts.length),
    counts: Array.from(counts, (count) => count ?? 0),
    places: expected.map((place, i) => placeOf(place, printed[i], cuts)),
    cuts,
  }
}

function placeOf(expected: number, printed: string | undefined, cuts: readonly (readonly number[])[]): CutPlace {
  const nearest = cuts
    .flatMap((found) => {
      const near = found.filter((cut) => Math.abs(cut - expected) <= NEAR)
      return near.toSorted((a, b) => Math.abs(a - expected) - Math.abs(b - expected)).slice(0, 1)
    })
    .toSorted((a, b) => a - b)
  const at = (level: number): number | null => (nearest.length === 0 ? null : quantileOf(nearest, level))
  return {
    expected,
    printed: printed === undefined ? null : Number(printed),
    found: shareOf(nearest.length, cuts.length),
    median: at(0.5),
    low: at(0.025),
    high: at(0.975),
  }
}

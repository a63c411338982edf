import { check, integer, knownOptions, orNull, real } from '../../util/check.ts'
import { type Alarm, shareText } from './alarm.ts'

/** Options of `BoundaryWatch`. */
export type BoundaryOptions = {
  /** name of the column, for alarms */
  readonly column: string
  /** share of the rows that may lie between two positions of one and the same cut; default 0.05 */
  readonly tolerance?: number | undefined
  /** rows over which a cut must stay, or stay away; default as many as the cuts are based on, from 2,000 to 10,000 */
  readonly persist?: number | null | undefined
}

/** The cuts of one rebuild. */
export interface Rebuild {
  /** row at which the cuts were found */
  readonly row: number
  /** the cuts that were found, ascending */
  readonly cuts: readonly number[]
  /** share of the rows below a value, as the cells of the stream have it */
  readonly rankOf: (value: number) => number
  /** rows the cuts are based on: those that are remembered; fewer rows make cuts less certain */
  readonly rows: number
}

/** A cut that is followed from rebuild to rebuild. */
interface Track {
  /** where it was when it was first seen */
  readonly cut: number
  /** where it was last */
  readonly last: number
  readonly born: number
  /** stayed long enough that its vanishing is news */
  readonly stable: boolean
  /** was there from the start, or its appearance was told */
  readonly told: boolean
  /** row of the first rebuild without it since it was last seen; null while it is there */
  readonly missedSince: number | null
}

/** A saved watch: plain data. */
export interface BoundaryState {
  /** name of the column */
  readonly column: string
  /** share of the rows that may lie between two positions of one cut */
  readonly tolerance: number
  /** rows over which a cut must stay; null where the cuts themselves decide */
  readonly persist: number | null
  /** row of the first rebuild; null before it */
  readonly begun: number | null
  /** the cuts that are followed */
  readonly tracks: readonly Track[]
}

/** A cut is stable after so many times `persist` rows: longer than any chance that the same rows keep alive. */
const SETTLE = 3

/** Limits of what is taken for `persist` when nothing is asked for. */
const [LEAST_ROWS, MOST_ROWS] = [2000, 10_000]

/** Deviations of chance that are added to the tolerance. */
const DEVIATIONS = 3

/** A cut this many tolerances away is another one, not the same one moved. */
const FAR = 6

/**
 * Watches the cuts of a column from rebuild to rebuild and tells when a cut that was stable moves or vanishes, and when a
 * new one appears and stays. Distances are shares of rows, so they mean the same in every column. A change counts when it
 * has lasted `persist` rows: over fewer rows than the cuts are based on, the same odd rows would confirm themselves.
 * O(cuts²) per rebuild.
 *
 *     // Cuts from rebuild to rebuild: the first holds for a long time, then lies elsewhere.
 *     const watch = new BoundaryWatch({ column: 'age', persist: 1000 })
 *     for (let row = 1000; row <= 40_000; row += 1000) {
 *       const cuts = [row < 30_000 ? 30 : 40]
 *       for (const { what, before, now } of watch.update({ row, cuts, rankOf: (age) => age / 100, rows: 1000 })) {
 *         console.log(what, before, now) // → moved 30 40
 *       }
 *     }
 */
export class BoundaryWatch {
  readonly #column: string
  readonly #tolerance: number
  readonly #persist: number | null
  #begun: number | null = null
  #tracks: Track[] = []

  constructor(options: BoundaryOptions) {
    knownOptions('BoundaryWatch', options, { column: 1, tolerance: 1, persist: 1 })
    const { column, tolerance = 0.05, persist = null } = options
    check('BoundaryWatch', 'tolerance', real({ above: 0, below: 1 }), tolerance)
    check('BoundaryWatch', 'persist', orNull(integer(1)), persist)
    this.#column = column
    this.#tolerance = tolerance
    this.#persist = persist
  }

  /** Whether all cuts are stable and there: then seeing the same cuts again tells nothing new. */
  get isQuiet(): boolean {
    return this.#begun !== null && this.#tracks.every(({ stable, missedSince }) => stable && missedSince === null)
  }

  /** Takes the cuts of a rebuild; the alarms they raise, from left to right. */
  update(rebuild: Rebuild): Alarm[] {
    const { row, cuts } = rebuild
    this.#begun ??= row
    const found = matchCuts(this.#tracks, rebuild, this.#tolerance)
    const free = cuts.filter((_, i) => !found.includes(i))
    const tracks = this.#tracks.map((track, i): Track => {
      if (found[i] < 0) return { ...track, missedSince: track.missedSince ?? row }
      // One that comes and goes has to prove itself again.
      const back = track.missedSince !== null && !track.stable
      return { ...track, last: cuts[found[i]], born: back ? row : track.born, missedSince: null }
    })
    const first = this.#begun === row
    const born = free.map((cut): Track => ({
      cut,
      last: cut,
      born: row,
      stable: false,
      told: first,
      missedSince: null,
    }))
    const { kept, alarms } = this.#judge([...tracks, ...born], rebuild)
    this.#tracks = kept.toSorted((a, b) => a.cut - b.cut)
    return alarms.toSorted((a, b) => (a.now ?? a.before ?? 0) - (b.now ?? b.before ?? 0))
  }

  /** Rows that a change must last. */
  #lasting({ rows }: Rebuild): number {
    return this.#persist ?? Math.min(MOST_ROWS, Math.max(LEAST_ROWS, rows))
  }

  #judge(tracks: readonly Track[], rebuild: Rebuild): { kept: Track[]; alarms: Alarm[] } {
    const { row } = rebuild
    const persist = this.#lasting(rebuild)
    const alarms: Alarm[] = []
    const kept: Track[] = []
    const replaced = new Set<Track>()
    const lost = (track: Track): boolean => track.missedSince !== null && row - track.missedSince >= persist
    for (const track of tracks.filter((one) => one.stable && lost(one))) {
      const successor = this.#successor(track, tracks, rebuild, replaced)
      if (successor !== null) replaced.add(successor)
      alarms.push(this.#alarm(track, successor, rebuild))
    }
    for (const track of tracks) {
      // A cut that went may come back; how long to wait depends on what is known of it.
      const missed = track.missedSince === null ? 0 : row - track.missedSince
      if (track.stable ? lost(track) : missed > (track.told ? SETTLE * persist : 0)) continue
      const age = row - track.born
      if (replaced.has(track)) kept.push({ ...track, cut: track.last, stable: true, told: true })
      else if (track.stable || track.missedSince !== null) kept.push(track)
      else if (age >= SETTLE * persist) kept.push({ ...track, stable: true, told: true })
      else if (!track.told && age >= persist && this.#isNews(track, tracks, rebuild)) {
        alarms.push(this.#alarm(null, track, rebuild))
        kept.push({ ...track, told: true })
      } else kept.push(track)
    }
    return { kept, alarms }
  }

  /**
   * A new cut is news where the others are stable: where cuts come and go, one more says nothing. One near a stable cut
   * that is being missed may prove to be that one moved.
   */
  #isNews(track: Track, tracks: readonly Track[], rebuild: Rebuild): boolean {
    const { row, rankOf } = rebuild
    if (row - (this.#begun ?? row) < SETTLE * this.#lasting(rebuild)) return false
    const near = (other: Track): boolean => Math.abs(rankOf(other.cut) - rankOf(track.last)) <= FAR * this.#tolerance
    return tracks.every((other) => {
      if (other === track || (other.missedSince !== null && !near(other))) return true
      return other.stable && other.missedSince === null
    })
  }

  /** The nearest cut that came while another went, close enough to be the same one moved. */
  #successor(track: Track, tracks: readonly Track[], { rankOf }: Rebuild, taken: ReadonlySet<Track>): Track | null {
    const distance = (other: Track): number => Math.abs(rankOf(other.last) - rankOf(track.cut))
    const near = tracks.filter(
      (other) =>
        !other.stable && other.missedSince === null && !taken.has(other) && distance(other) <= FAR * this.#tolerance,
    )
    return near.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
  }

  #alarm(gone: Track | null, come: Track | null, { row, rankOf, cuts }: Rebuild): Alarm {
    const what = gone === null ? 'appeared' : come === null ? 'vanished' : 'moved'
    const since = gone?.missedSince ?? come?.born ?? row
    const before = gone?.cut ?? null
    const now = come?.last ?? null
    const amount = before !== null && now !== null ? Math.abs(rankOf(now) - rankOf(before)) : 0
    const cut = now ?? before ?? 0
    const bin = cuts.filter((other) => other < cut).length
    const words = {
      appeared: `a new cut at ${now} has been there`,
      vanished: `the cut at ${before} has vanished`,
      moved: `the cut at ${before} has moved to ${now}, past ${shareText(amount)} of the rows,`,
    }
    return {
      kind: 'boundary',
      column: this.#column,
      bin,
      label: String(cut),
      since,
      at: row,
      rows: row - since,
      runLength: null,
      dependence: null,
      amount,
      measure: 'rank',
      before,
      now,
      critical: null,
      pValue: null,
      ks: null,
      what,
      text: `${this.#column}: ${words[what]} since row ${since} (told at row ${row}, having lasted ${row - since} rows)`,
    }
  }

  /** Everything the watch knows, to be saved as JSON. */
  state(): BoundaryState {
    const [column, tolerance, persist] = [this.#column, this.#tolerance, this.#persist]
    return { column, tolerance, persist, begun: this.#begun, tracks: [...this.#tracks] }
  }

  /** A watch that goes on exactly where the saved one stopped. */
  static restore({ begun, tracks, ...options }: BoundaryState): BoundaryWatch {
    const watch = new BoundaryWatch(options)
    watch.#begun = begun
    watch.#tracks = [...tracks]
    return watch
  }
}

/** For each track the number of its cut among the new ones, −1 where it is missed; nearest pairs first, each cut once. */
function matchCuts(tracks: readonly Track[], { cuts, rankOf, rows }: Rebuild, tolerance: number): number[] {
  const ranks = cuts.map(rankOf)
  const pairs = tracks.flatMap((track, i) => {
    const rank = rankOf(track.cut)
    const allowed = tolerance + DEVIATIONS * Math.sqrt((rank * (1 - rank)) / Math.max(1, rows))
    return ranks.flatMap((other, j) => {
      const distance = Math.abs(other - rank)
      return distance <= allowed ? [{ i, j, distance, stable: track.stable }] : []
    })
  })
  const found = tracks.map(() => -1)
  const taken = new Set<number>()
  // Stable cuts choose first, so that a passing one cannot displace them.
  for (const { i, j } of pairs.toSorted((a, b) => Number(b.stable) - Number(a.stable) || a.distance - b.distance)) {
    if (found[i] >= 0 || taken.has(j)) continue
    found[i] = j
    taken.add(j)
  }
  return found
}

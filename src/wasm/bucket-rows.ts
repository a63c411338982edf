import { BucketMemory, CHOSEN, CHUNK } from './bucket-memory.ts'

/** The classes of rows, below so many. */
export interface RowCodes {
  readonly codes: Uint8Array
  readonly classes: number
}

/** How doubles are sent to buckets. */
interface BucketPlan {
  readonly shift: number
  readonly least: number
  readonly centre: number
  readonly size: number
}

/** A grid of `scale` steps to 1: the number of the first step, and how many there are. */
interface StepGrid {
  readonly scale: number
  readonly first: number
  readonly count: number
}

/** What is known of a column that was counted. */
interface CountedEnds {
  /** the smallest and the largest value, infinite ones among them; NaN is neither */
  readonly min: number
  readonly max: number
  /** rows that were counted in the outermost buckets */
  readonly outside: number
  /** how many other buckets have rows */
  readonly used: number
}

type Numbers = ArrayLike<number>

/** Ranks of rows, not below 0 once they are known, and spans of values, two numbers each, which begin in ascending order. */
interface AskedPlaces {
  readonly ranks: Numbers
  readonly spans: Numbers
}

/** What will be asked for: places, what lies between two ranks each, and buckets. */
interface ExpectedPlaces extends AskedPlaces {
  readonly rankSpans: Numbers
  readonly buckets?: Numbers
}

/** Cells, in memory that the next call uses again. */
export interface ToldCells {
  readonly size: number
  readonly lo: Float64Array
  readonly hi: Float64Array
  readonly rows: Float64Array
  /** rows by cell and class */
  readonly sums: Float64Array
}

/** Blocks of rows of two classes, until more of them are looked into. */
interface ToldBlocks {
  readonly size: number
  readonly sums: Int32Array
  readonly inner: Int32Array
}

/** Loops take a multiple of so many rows. */
const STEP = 8

/**
 * A large column in the memory of a kernel, which counts its rows in buckets, looks into some of these, tells the column at places, and
 * searches it for the best cut between two classes. Lasts until the next column is counted.
 */
export class BucketRows {
  readonly #logs: Float64Array
  #made: BucketMemory | null = null
  /** whose classes lie in the memory */
  #of: RowCodes | null = null
  #values: Float64Array = new Float64Array(0)
  /** a whole chunk of values in the memory, until that grows */
  #whole: Float64Array = new Float64Array(0)
  #plan: BucketPlan = { shift: 0, least: 0, centre: 0, size: 0 }
  /** values of buckets that were looked into */
  #found = 0
  #expected: (() => ExpectedPlaces)[] = []
  #blocks = 0
  /** which of two memories holds the blocks */
  #turn = 0

  /** `logs` has log2(1 + i / 1024) and the inverse of 1 + i / 1024 by turns. */
  constructor(logs: Float64Array) {
    this.#logs = logs
  }

  /** Counts a column in buckets. Null where there are too many classes, or no WebAssembly. */
  count(values: Float64Array, rows: RowCodes, plan: BucketPlan): CountedEnds | null {
    if (!this.#begin(values, rows, plan)) return null
    const { run, at } = this.#memory
    const all = upToStep(values.length)
    // What fills up the last chunk is not finite, and so counts nowhere.
    for (let row = 0; row < all; row += CHUNK) run.countChunk(at.chunk, this.#fill(row, all), row)
    const { counts } = this
    let outside = values.length - all
    for (let c = 0; c < rows.classes; c++) outside += counts[c] + counts[(plan.size - 1) * rows.classes + c]
    return { ...this.#ends(), outside, used: run.addUp() }
  }

  /**
   * Counts a column in steps of a grid: the number of each is in `counts`. Null where that cannot be done, or a value lies on no step,
   * or beyond the first or the last.
   */
  countSteps(values: Float64Array, rows: RowCodes, grid: StepGrid): Pick<CountedEnds, 'min' | 'max'> | null {
    const { scale, first, count } = grid
    if (!this.#begin(values, rows, { shift: 0, least: 0, centre: 0, size: count })) return null
    const { run, at } = this.#memory
    const last = first + count - 1
    const done = values.length - (values.length % STEP)
    let off = 0
    for (let row = 0; row < done; row += CHUNK) {
      off |= run.countSteps(at.chunk, this.#fill(row, done), row, scale, first, last)
    }
    let { min, max } = this.#ends()
    const { counts } = this
    for (let row = done; row < values.length; row++) {
      const value = values[row]
      const step = Math.round(value * scale)
      if (step / scale !== value) return null
      min = Math.min(min, value)
      max = Math.max(max, value)
      counts[(step - first) * rows.classes + rows.codes[row]]++
    }
    const inside = Math.round(min * scale) >= first && Math.round(max * scale) <= last
    return off === 0 && inside ? { min: min + 0, max: max + 0 } : null
  }

  /** The bucket of each row. */
  get buckets(): Uint16Array {
    return this.#memory.halfWords(this.#memory.at.buckets, this.#values.length)
  }

  /** Rows by bucket and class. */
  get counts(): Uint32Array {
    return this.#memory.words(this.#memory.at.counts, this.#plan.size * this.#memory.classes)
  }

  /** Rows before a bucket. */
  rowsBefore(bucket: number): number {
    return this.#memory.run.rowsBefore(bucket)
  }

  /** The place that holds the finite value of a rank, by the first of its buckets; some place for ranks that there are not. */
  placeAt(rank: number): number {
    return this.#memory.run.placeAt(rank)
  }

  /** The place of a value, by the first of its buckets, or one of the outermost that hold finite values. */
  placeOf(value: number): number {
    return this.#memory.run.placeOf(value)
  }

  /** What will be asked for: when other places are looked into it is asked for, and looked into as well. */
  expect(wanted: () => ExpectedPlaces): void {
    this.#expected.push(wanted)
  }

  /** Puts the values of places in order where they are not yet. O(rows). */
  lookInto(places: Numbers): void {
    this.#makeRoom(places.length)
    this.#lookInto(this.#list(places))
  }

  /**
   * The column as cells: one for each value that has one of some ranks or lies in one of some spans; else one for all that lies
   * between two of them or of the ends of their places. What was not looked into before is. O(rows).
   */
  tellPlaces(asked: AskedPlaces): ToldCells {
    this.#lookInto(this.#listPlaces(asked))
    // The memory may be another one now.
    const listed = this.#listPlaces(asked).sort()
    const { run, growing } = this.#memory
    const { ranks, spans } = asked
    this.#memory.words(growing.ranks, ranks.length).sort()
    return this.#cells(run.tellPlaces(listed.byteOffset, listed.length, ranks.length, spans.length / 2))
  }

  /** The values of buckets that were looked into, and how many of them there are up to the end of each. */
  tellBuckets(buckets: Numbers): ToldCells & { readonly ends: Uint32Array } {
    const ends = this.#list(buckets)
    return { ...this.#cells(this.#memory.run.tellBuckets(ends.byteOffset, buckets.length)), ends }
  }

  /** Rows of two classes in blocks. */
  get blocks(): ToldBlocks {
    if (this.#blocks === 0) this.#blocks = this.#memory.run.makeBlocks()
    const [sums, inner] = this.#memory.blocks(this.#turn)
    const size = this.#blocks
    return { size, sums: this.#memory.integers(sums, 2 * (size + 1)), inner: this.#memory.integers(inner, size) }
  }

  /** Puts values in place of blocks, ascending, whose buckets are looked into if they were not yet. */
  open(blocks: readonly number[]): void {
    const { inner } = this.blocks
    const buckets = new Uint32Array(blocks.length)
    for (let i = 0; i < buckets.length; i++) buckets[i] = inner[blocks[i]]
    this.lookInto(buckets)
    const listed = this.#list(blocks)
    this.#blocks = this.#memory.run.openBlocks(listed.byteOffset, blocks.length)
    this.#turn = 1 - this.#turn
  }

  /**
   * The blocks from … to − 1 that begin with a candidate which could be the best or the second best, or in which one as good could
   * lie, ascending; none is accepted that is rated below `least`. Gone with the next call.
   */
  nearest(from: number, to: number, least: number): Uint32Array {
    const { listed } = this.#memory.growing
    return this.#memory.words(listed, this.#memory.run.nearest(from, to, least, listed))
  }

  /** How candidates are rated, before each of the blocks that were found to be near. */
  get ratings(): Float64Array {
    return this.#memory.doubles(this.#memory.growing.ratings, this.#blocks)
  }

  /** At most how good a candidate inside a block of the part searched last is, roughly where below a limit. */
  reach(block: number, limit: number): number {
    return this.#memory.run.reach(block, limit)
  }

  /** Writes the slot of each row by that of its bucket; gives the first of every four rows of which one has slot 255, counted from where their chunk starts. */
  byBuckets(slotOf: Uint8Array, slots: Uint8Array, take: (parted: Uint16Array, start: number) => void): number {
    const { run, at } = this.#memory
    this.#memory.bytes(at.slotOf, slotOf.length).set(slotOf)
    const [own, parted] = [this.#memory.bytes(at.slots, CHUNK), this.#memory.halfWords(at.places, CHUNK)]
    const all = slots.length - (slots.length % STEP)
    for (let row = 0; row < all; row += CHUNK) {
      const rows = Math.min(CHUNK, all - row)
      const size = run.writeSlots(at.buckets + 2 * row, rows, at.slotOf, at.slots, at.places)
      slots.set(own.subarray(0, rows), row)
      if (size > 0) take(parted.subarray(0, size), row)
    }
    return all
  }

  get #memory(): BucketMemory {
    return this.#made!
  }

  #begin(values: Float64Array, rows: RowCodes, plan: BucketPlan): boolean {
    const { codes, classes } = rows
    const all = upToStep(values.length)
    if (this.#made === null || this.#made.classes !== classes || this.#made.rows < all) {
      this.#of = null
      this.#turn = 0
      // What was there before is let go first.
      this.#made = null
      this.#made = BucketMemory.of(all, classes, this.#logs)
      if (this.#made === null) return false
    }
    const memory = this.#made
    if (this.#of !== rows) memory.bytes(memory.at.codes, memory.rows).fill(0, values.length).set(codes)
    this.#of = rows
    this.#values = values
    this.#whole = memory.doubles(memory.at.chunk, CHUNK)
    this.#plan = plan
    this.#found = this.#blocks = 0
    this.#expected = []
    const { shift, least, centre, size } = plan
    memory.run.begin(shift, least, centre, size, classes)
    return true
  }

  /** Copies the chunk that begins with a row, of so many rows in all; where it ends in the memory. */
  #fill(row: number, rows: number): number {
    const values = this.#values
    const { chunk } = this.#memory.at
    const end = Math.min(rows, row + CHUNK)
    const to = end - row === CHUNK ? this.#whole : this.#memory.doubles(chunk, end - row)
    to.set(values.subarray(row, end))
    if (end > values.length) to.fill(Number.NaN, values.length - row)
    return chunk + 8 * (end - row)
  }

  /** The ends of what was looked at; beyond all finite values where some were infinite. */
  #ends(): Pick<CountedEnds, 'min' | 'max'> {
    const [a, b, c, d] = this.#memory.doubles(this.#memory.at.ends, 4)
    return { min: Math.min(a, b) + 0, max: Math.max(c, d) + 0 }
  }

  #lookInto(listed: Uint32Array): void {
    const { run } = this.#memory
    const found = run.makeRegions(listed.byteOffset, listed.length)
    this.#found += found
    // Some may be empty.
    if (found > 0) {
      for (const wanted of this.#expected) this.#makeExpected(wanted())
      this.#expected = []
      this.#makeRoom(this.#found)
      this.#collect()
    }
    run.sortRegions()
  }

  #makeExpected({ ranks, spans, rankSpans, buckets = [] }: ExpectedPlaces): void {
    this.#makeRoom(Math.max(ranks.length + rankSpans.length, spans.length, buckets.length))
    const { run, growing } = this.#memory
    const listed = this.#list(buckets)
    this.#found += run.makeRegions(listed.byteOffset, listed.length)
    const asked = this.#memory.words(growing.ranks, ranks.length + rankSpans.length)
    asked.set(ranks)
    asked.set(rankSpans, ranks.length)
    this.#memory.doubles(growing.spans, spans.length).set(spans)
    this.#found += run.expectPlaces(growing.ranks, ranks.length, rankSpans.length / 2, growing.spans, spans.length / 2)
  }

  /** Writes down what is asked for, and lists its places. */
  #listPlaces({ ranks, spans }: AskedPlaces): Uint32Array {
    this.#makeRoom(ranks.length + spans.length)
    const { run, growing } = this.#memory
    this.#memory.words(growing.ranks, ranks.length).set(ranks)
    this.#memory.doubles(growing.spans, spans.length).set(spans)
    const size = run.listPlaces(ranks.length, spans.length / 2, growing.listed)
    return this.#memory.words(growing.listed, size)
  }

  /** Looks for the rows of new regions among all rows, and puts their values into place. */
  #collect(): void {
    const [{ run, at, growing }, values] = [this.#memory, this.#values]
    const found = this.#memory.doubles(growing.values, this.#found)
    const rows = this.#memory.words(growing.listed, CHOSEN)
    const to = this.#memory.words(at.places, CHOSEN)
    for (let row = 0; row < values.length; row += CHOSEN) {
      const end = Math.min(upToStep(values.length), row + CHOSEN)
      const size = run.choose(row, end, growing.listed, at.places)
      gather(values, rows.subarray(0, size), found, to)
    }
  }

  #list(numbers: Numbers): Uint32Array {
    const listed = this.#memory.words(this.#memory.growing.listed, numbers.length)
    listed.set(numbers)
    return listed
  }

  #cells(size: number): ToldCells {
    const { lo, hi, rows, rowsByClass } = this.#memory.growing
    const doubles = (at: number, width = 1): Float64Array => this.#memory.doubles(at, width * size)
    return {
      size,
      lo: doubles(lo),
      hi: doubles(hi),
      rows: doubles(rows),
      sums: doubles(rowsByClass, this.#memory.classes),
    }
  }

  /** Room for so many values, or numbers of another kind, with what is known so far. */
  #makeRoom(wanted: number): void {
    const memory = this.#memory
    if (wanted <= memory.most) return
    const [sums, inner] = memory.blocks(this.#turn)
    memory.grow(wanted, {
      values: { from: memory.growing.values, bytes: 8 * memory.most },
      sums: { from: sums, bytes: 8 * (this.#blocks + 1) },
      inner: { from: inner, bytes: 4 * this.#blocks },
    })
    this.#turn = 0
  }
}

/**
 * Puts values of some rows where they belong, 0 for −0. Most rows lie far apart, so that each takes a look into main memory: eight of these
 * are under way at once.
 */
function gather(values: Float64Array, rows: Uint32Array, found: Float64Array, to: Uint32Array): void {
  let i = 0
  for (; i + 7 < rows.length; i += 8) {
    const a = values[rows[i]]
    const b = values[rows[i + 1]]
    const c = values[rows[i + 2]]
    const d = values[rows[i + 3]]
    const e = values[rows[i + 4]]
    const f = values[rows[i + 5]]
    const g = values[rows[i + 6]]
    const h = values[rows[i + 7]]
    found[to[i]] = a + 0
    found[to[i + 1]] = b + 0
    found[to[i + 2]] = c + 0
    found[to[i + 3]] = d + 0
    found[to[i + 4]] = e + 0
    found[to[i + 5]] = f + 0
    found[to[i + 6]] = g + 0
    found[to[i + 7]] = h + 0
  }
  for (; i < rows.length; i++) found[to[i]] = values[rows[i]] + 0
}

const upToStep = (rows: number): number => Math.ceil(rows / STEP) * STEP

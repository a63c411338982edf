import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RowBlocks, rowsInBlocks } from '../../../src/summaries/fast/bucket-blocks.ts'
import { Scratch } from '../../../src/util/scratch.ts'

/** Buckets of values, each the counts of two classes by turns, value by value. */
const bucketList = fc.array(fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 4 }), { minLength: 4, maxLength: 20 })

/** Rows before each value, and of all, as a text for each place: where blocks may begin. */
function placesOf(values: readonly (readonly [number, number])[]): string[] {
  const places = ['0 0']
  let [first, second] = [0, 0]
  for (const [a, b] of values) places.push(`${(first += a)} ${(second += b)}`)
  return places
}

function startsOf({ size, sums }: RowBlocks): string[] {
  return Array.from({ length: size + 1 }, (_, block) => `${sums[2 * block]} ${sums[2 * block + 1]}`)
}

/** The buckets as the counts of their rows: one more on each side holds what is not finite. */
function blocksOf(list: readonly (readonly (readonly [number, number])[])[], zero: number) {
  const filled = list.map((bucket) => bucket.filter(([a, b]) => a + b > 0))
  const counts = Uint32Array.from([[], ...filled, []].flatMap((bucket) => {
    return [bucket.reduce((sum, [a]) => sum + a, 0), bucket.reduce((sum, [, b]) => sum + b, 0)]
  })) // prettier-ignore
  // The two buckets at zero are looked into as one.
  const valuesOf = (bucket: number) =>
    Uint32Array.from([filled[bucket - 1], ...(bucket === zero ? [filled[zero]] : [])].flat(2))
  return {
    values: filled.flat(),
    rows: rowsInBlocks({ classes: 2, counts, zero, values: (some) => some.map(valuesOf) }, new Scratch()),
  }
}

test('blocks begin where values do, and wherever the class changes once all are looked into', () => {
  fc.assert(
    fc.property(bucketList, fc.nat(), fc.infiniteStream(fc.boolean()), (list, seed, chosen) => {
      const { values, rows } = blocksOf(list, 1 + (seed % (list.length - 1)))
      const places = placesOf(values)
      for (;;) {
        const { size, inner } = rows.blocks()
        for (const start of startsOf(rows.blocks())) expect(places).toContain(start)
        expect(startsOf(rows.blocks()).at(-1)).toBe(places.at(-1))
        const open = Array.from({ length: size }, (_, block) => block).filter((block) => inner[block] > 0)
        if (open.length === 0) break
        const some = open.filter(() => chosen.next().value)
        rows.open(some.length > 0 ? some : open)
      }
      // Neighbours that hold one and the same class are one block.
      const single = ([a, b]: readonly [number, number]): number => (a === 0 ? 2 : b === 0 ? 1 : 3)
      const begins = values.flatMap((value, i) =>
        i === 0 || single(value) === 3 || single(value) !== single(values[i - 1]) ? [places[i]] : [],
      )
      expect(startsOf(rows.blocks()).slice(0, -1)).toEqual(begins)
    }),
  )
})

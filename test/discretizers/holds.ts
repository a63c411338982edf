import fc, { type IProperty } from 'fast-check'

/** Asserts a property on the same random cases every time; another seed can be set from outside to look further. */
export function holds<T>(property: IProperty<T>, numRuns = 100): void {
  fc.assert(property, { seed: Number(process.env.KERF_TEST_SEED ?? 20261115), numRuns })
}

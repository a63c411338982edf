import { ArgumentError } from '../../errors.ts'
import { show } from '../../util/check.ts'
import type { CategoryBin, Column, NumberBin, NumberColumn } from '../binning.ts'

/**
 * The column with names for its bins, such as cheap, medium and expensive, in their order; an empty text takes a name away.
 * Labels stay what they are, the ranges: a name stands in their place where rows are binned.
 */
export function nameBins<C extends Column>(by: string, column: C, names: readonly string[]): C {
  const { bins } = column
  if (!Array.isArray(names) || names.length !== bins.length || names.some((name) => typeof name !== 'string')) {
    throw new ArgumentError(
      `${by}: name must be ${bins.length} texts for the bins of ${column.name}, empty for no name, got ${show(names)}`,
      { code: 'wrong-type', column: column.name },
    )
  }
  const told = names.map((name, i) => name.trim() || bins[i].label)
  const twice = told.find((name, i) => told.indexOf(name) < i)
  if (twice !== undefined) {
    throw new ArgumentError(`${by}: every bin of ${column.name} needs a name of its own, got ${show(twice)} twice`, {
      code: 'out-of-range',
      column: column.name,
    })
  }
  return { ...column, bins: bins.map((bin, i) => withName(bin, names[i].trim() || undefined)) }
}

/** New bins between cuts, with the names of the old bins that lie between the same cuts. */
export function keepNames(column: NumberColumn, cuts: readonly number[], bins: readonly NumberBin[]): NumberBin[] {
  const ends = (of: readonly number[], i: number): string => `${of[i - 1]} ${of[i]}`
  const nameOf = new Map(column.bins.map(({ name }, i) => [ends(column.cuts, i), name]))
  return bins.map((bin, i) => withName(bin, nameOf.get(ends(cuts, i))))
}

/** A bin with a name, or without one. */
export function withName<B extends NumberBin | CategoryBin>(bin: B, name: string | undefined): B {
  const { name: before, ...rest } = bin
  if (name === before) return bin
  return { ...rest, ...(name === undefined ? {} : { name }) } as B
}

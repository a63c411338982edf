import type { Binning, Column, NumberColumn } from '../../src/binning/binning.ts'
import type { Target } from '../../src/types.ts'

/** A binning around columns made by hand or by `fit`. */
export function binningOf(columns: Column | readonly Column[], target: Target | null = null): Binning {
  return {
    format: 'kerf-binning',
    version: 1,
    created: { kerf: '0.1.0', method: 'auto', options: {}, source: { name: null, rows: 0 } },
    target,
    columns: Array.isArray(columns) ? columns : [columns as Column],
  }
}

/** The first column of a binning, which must have cuts. */
export function numbersOf(binning: Binning): NumberColumn {
  return binning.columns[0] as NumberColumn
}

/** The target of two classes, a and b. */
export const AB: Target = { kind: 'class', name: null, classes: ['a', 'b'], event: null }

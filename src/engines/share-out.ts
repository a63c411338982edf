import type { FitTableOptions } from '../binning/fit/table-options.ts'
import type { Target } from '../types.ts'
import type { Engine, EngineColumn } from './engine.ts'
import { mustSort } from './fit-counted.ts'

/** Bytes a row's class takes, as a number and as a byte where it fits; and its number or weight. */
const CLASS_BYTES = 5
const NUMBER_BYTES = 8

/** Bytes a row takes while a column is sorted: its value twice, its number, the order and scratch to sort it, its cell. */
const SORTING = 68
/** Bytes a row takes where only some of them are looked at again: with classes hardly any, with numbers about a third. */
const LOOKING = { class: 5, numeric: 55 }

/**
 * About how many bytes all rows of a table take while they are fitted in memory: the columns themselves, and what it takes
 * to sort one of them.
 */
export function tableBytes(rows: number, columns: number): number {
  return rows * (8 * columns + SORTING + 16)
}

/**
 * Shares out columns by the memory that there is: groups that are read together, as many columns as fit, and those that
 * are too large to be read even alone, which is all of them where rows are far away. `kind`: that of the target.
 */
export function shareOut(
  { rows, bytes, remote }: Engine,
  columns: readonly EngineColumn[],
  options: FitTableOptions,
  kind: Target['kind'] | undefined,
): { readonly groups: EngineColumn[][]; readonly counted: EngineColumn[] } {
  if (remote !== null) return { groups: [], counted: [...columns] }
  const perRow = kind === undefined ? 0 : kind === 'numeric' ? NUMBER_BYTES : CLASS_BYTES
  const marks = rows * (perRow + (options.weights === undefined ? 0 : NUMBER_BYTES))
  const groups: EngineColumn[][] = []
  const counted: EngineColumn[] = []
  let [used, scratch] = [Infinity, 0]
  for (const column of columns) {
    const own = rows * column.rowBytes
    const beside = scratchBytes(column, options, kind) * rows
    if (marks + own + beside > bytes) {
      counted.push(column)
      continue
    }
    const next = Math.max(scratch, beside)
    if (marks + used + own + next > bytes) {
      groups.push([column])
      used = own
      scratch = beside
    } else {
      groups.at(-1)!.push(column)
      used += own
      scratch = next
    }
  }
  return { groups, counted }
}

/** Bytes a row takes beside its value while a column is fitted: many when its method must sort it. */
function scratchBytes(
  { name, kind: of }: EngineColumn,
  options: FitTableOptions,
  kind: Target['kind'] | undefined,
): number {
  if (of === 'category' || of === 'boolean') return 0
  if (mustSort(name, options, kind)) return SORTING + (kind === 'numeric' ? 24 : 16)
  return LOOKING[kind ?? 'class']
}

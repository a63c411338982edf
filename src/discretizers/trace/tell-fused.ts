import type { Split } from '../search/top-down.ts'
import type { TracedColumn } from './traced-column.ts'

/** Tells of the cuts that are dropped because a bin beside them is too narrow. */
export function tellFused(
  found: readonly Split[],
  kept: readonly Split[],
  cellOf: (at: number) => number,
  { view, tell }: TracedColumn,
): void {
  const stays = new Set(kept.map(({ at }) => at))
  for (const { at } of found) {
    if (stays.has(at)) continue
    const cell = cellOf(at)
    tell({ step: 'fuse', below: view.hi[cell - 1], above: view.lo[cell], why: 'a bin beside it is too narrow, and of its two cuts this one saves less' }) // prettier-ignore
  }
}

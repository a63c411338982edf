import type { Binning } from '../../binning/binning.ts'
import { pickTable } from '../../binning/use/split-rows.ts'
import { DataError } from '../../errors.ts'
import { NO_CLASS } from '../../measures/class-scores.ts'
import { tableRows } from '../../summaries/column-table.ts'
import type { Table } from '../../types.ts'
import { flatTree } from '../../trees/flat-tree.ts'
import { leafOfRows } from '../../trees/predict-tree.ts'
import { readTruth } from '../../trees/tree-scores.ts'
import type { Tree } from '../../trees/tree.ts'
import { check, real } from '../../util/check.ts'
import { shareText } from '../alarms/alarm.ts'
import { type ColumnMove, moveColumns, type Way, WAYS } from './column-moves.ts'
import { patchTree } from './patch-tree.ts'
import { judgeRepair, type Repair } from './judge-repair.ts'

export type RepairTreeOptions = {
  /** name of the column of classes; default that of the tree */
  readonly target?: string | undefined
  /** share of the labelled rows, the last ones, on which both trees are tested; default 1/3 */
  readonly hold?: number | undefined
  /** how likely chance alone may make the patched tree so much better; default 0.01 */
  readonly level?: number | undefined
}

/** Why a patched tree was not kept. */
export type Refusal = 'nothing moved' | 'no better' | 'may be chance' | 'worse than a guess'

/** A tree that was repaired, or not, and why. */
export interface TreeRepair extends Repair {
  /** the better of both, with a note of what was tried */
  readonly tree: Tree
  readonly refused: Refusal | null
  /** share of the rows tested on that the commonest class makes up */
  readonly guess: number
  /** how the cuts were found that did best on the rows before those tested on */
  readonly way: Way | null
  readonly columns: readonly ColumnMove[]
}

/** Fewest labelled rows that a repair can be judged by. */
const LEAST = 20

/**
 * Repairs a tree whose columns have moved, without growing it again. Which new range each old one has become is found from
 * where the rows were (`was`: the old bins, or old rows) and are now; cuts of new bins, made by the same method, take over
 * where they are close. The patched tree and the old one are tested on the last labelled rows, and the better one is kept.
 * O(rows · columns · depth).
 */
export function repairTree(
  tree: Tree,
  recent: Table,
  was: Binning | Table,
  options: RepairTreeOptions = {},
): TreeRepair {
  const { target, hold = 1 / 3, level = 0.01 } = options
  check('repairTree', 'hold', real({ above: 0, below: 1 }), hold)
  check('repairTree', 'level', real({ above: 0, max: 1 }), level)
  const { truth } = readTruth('repairTree', tree, recent, { target })
  const labelled = Uint32Array.from({ length: tableRows('repairTree', recent) }, (_, row) => row).filter(
    (row) => truth[row] !== NO_CLASS,
  )
  if (labelled.length < LEAST) {
    throw new DataError(`a repair needs at least ${LEAST} rows with a class, got ${labelled.length}`)
  }
  const split = labelled.length - Math.max(1, Math.round(labelled.length * hold))
  const [made, tested] = [labelled.subarray(0, split), labelled.subarray(split)]
  const rightOf = (one: Tree, rows: Uint32Array): Uint8Array => {
    const flat = flatTree(one)
    const leaves = leafOfRows(one, flat, pickTable(recent, rows), 'repairTree')
    return Uint8Array.from(rows, (row, i) => (flat.predicts[leaves[i]] === truth[row] ? 1 : 0))
  }
  const labels = Array.from(truth, (code) => tree.target.classes[code] ?? null)
  const columns = moveColumns(tree, recent, { was, made, labels })
  const anyMoved = columns.some(({ moved }) => moved)
  const tries = WAYS.filter(() => anyMoved).map((way) => {
    const patched = patchTree(tree, Object.fromEntries(columns.map((column) => [column.column, column.moves[way]])))
    return { way, patched, right: sum(rightOf(patched, made)) }
  })
  const best = tries.reduce<(typeof tries)[number] | null>((a, b) => (a === null || b.right > a.right ? b : a), null)
  const before = rightOf(tree, tested)
  const after = best === null ? before : rightOf(best.patched, tested)
  const repair = judgeRepair(before, after, labelled.length, level)
  const counts = new Map<number, number>()
  for (const row of tested) counts.set(truth[row], (counts.get(truth[row]) ?? 0) + 1)
  const guess = Math.max(...counts.values()) / tested.length
  const refused = refusalOf(repair, anyMoved, guess)
  const kept = refused === null ? 'patched' : 'old'
  return {
    ...repair,
    kept,
    tree: noted(kept === 'patched' ? best!.patched : tree, { ...repair, kept }, refused),
    refused,
    guess,
    way: best?.way ?? null,
    columns,
  }
}

function refusalOf(repair: Repair, anyMoved: boolean, guess: number): Refusal | null {
  if (!anyMoved) return 'nothing moved'
  if (repair.gained <= repair.lost) return 'no better'
  // Where classes were swapped, a tree that is wrong less often is still no tree to keep.
  if (repair.patched <= guess) return 'worse than a guess'
  return repair.kept === 'patched' ? null : 'may be chance'
}

/** The tree with a note of what was tried. */
function noted(tree: Tree, { rows, old, patched }: Repair, refused: Refusal | null): Tree {
  const result = `${shareText(old)} of ${rows} recent rows right before, ${shareText(patched)} with moved cuts`
  const message = refused === null ? `cuts were moved: ${result}` : `cuts were not moved (${refused}): ${result}`
  return { ...tree, notes: [...tree.notes, { code: refused === null ? 'repaired' : 'repair-refused', message }] }
}

function sum(list: Uint8Array): number {
  let total = 0
  for (const x of list) total += x
  return total
}

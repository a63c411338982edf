import type { Binning } from '../../binning/binning.ts'
import type { Tree } from '../../trees/tree.ts'
import type { Table } from '../../types.ts'
import { rulesModel, treeModel } from './cut-model.ts'
import { type ModelRepair, repairModel, type RepairOptions } from './repair-model.ts'
import type { SavedRules } from './rules-json.ts'
import { calledAs } from '../../util/called-as.ts'
import { mustBe } from '../../util/check.ts'

/** A tree that was repaired, or not, and why. */
export interface TreeRepair extends Omit<ModelRepair<Tree>, 'model'> {
  /** the better of both, with a note of what was tried */
  readonly tree: Tree
}

/** Rules that were repaired, or not, and why. */
export interface RulesRepair extends Omit<ModelRepair<SavedRules>, 'model'> {
  /** the better of both, with a note of what was tried */
  readonly rules: SavedRules
}

/**
 * Repairs a tree whose cuts have gone stale, without growing it again: because its columns have moved, or because the
 * boundary between classes has. Where the rows of a column moved is found from where they were (`was`: the old bins, or old
 * rows) and are now; where a boundary moved, from the classes of recent rows. The patched tree and the old one are tested
 * on the last labelled rows, which had no say, and the better one is kept. O(rows · columns · cuts · depth).
 *
 *     // Every customer is eight years older than when the tree was grown.
 *     const { kept, old, patched } = repairTree(tree, later, binning)
 *     console.log(kept, patched > old) // → patched true
 *
 * @param recent new rows with the target, in the order in which they came
 * @param was the bins or rows of when the tree was grown; null where there are none
 */
export function repairTree(
  tree: Tree,
  recent: Table,
  was: Binning | Table | null,
  options: RepairOptions = {},
): TreeRepair {
  mustBe('repairTree', 'tree', tree)
  return calledAs('repairTree', () => {
    const { model, ...found } = repairModel('repairTree', treeModel(tree), { recent, was }, options)
    return { tree: model, ...found }
  })
}

/**
 * Repairs rules as `repairTree` repairs a tree: their bounds move, what they say stays.
 *
 *     const { kept, moved } = repairRules(rulesOfTree(tree), later, binning)
 *     console.log(kept, moved.length > 0) // → patched true
 *
 * @param recent new rows with the target, in the order in which they came
 * @param was the bins or rows of when the rules were made; null where there are none
 */
export function repairRules(
  rules: SavedRules,
  recent: Table,
  was: Binning | Table | null,
  options: RepairOptions = {},
): RulesRepair {
  return calledAs('repairRules', () => {
    const { model, ...found } = repairModel('repairRules', rulesModel(rules), { recent, was }, options)
    return { rules: model, ...found }
  })
}

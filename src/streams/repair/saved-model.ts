import type { Binning } from '../../binning/binning.ts'
import { FormatError } from '../../errors.ts'
import { treeFromJson, treeToJson } from '../../trees/tree-json.ts'
import type { Tree } from '../../trees/tree.ts'
import type { Table } from '../../types.ts'
import { show } from '../../util/check.ts'
import { parseJson } from '../../util/saved-json.ts'
import { type CutShape, rulesModel, treeModel } from './cut-model.ts'
import { type ModelRepair, repairModel, type RepairOptions } from './repair-model.ts'
import { rulesFromJson, rulesToJson, type SavedRules } from './rules-json.ts'

/** What can be repaired, told by its `format`. */
export type Repairable = Tree | SavedRules

/** Reads a saved tree or saved rules, whichever the text holds. Nothing in it is trusted. */
export function repairableFromJson(text: string): Repairable {
  const format = parseJson(text).get('format')
  if (format.value === 'kerf-tree') return treeFromJson(text)
  if (format.value === 'kerf-rules') return rulesFromJson(text)
  const made = 'a tree as kerf tree -o saves it, or rules as kerf export --to rules-json does'
  throw new FormatError('format', `expected ${made}, got ${format.value === undefined ? 'none' : show(format.value)}`)
}

/** A tree or rules as text for a file. */
export function repairableToJson(model: Repairable): string {
  return model.format === 'kerf-tree' ? treeToJson(model) : rulesToJson(model)
}

/** What a tree or rules look like to a repair. */
export function shapeOf(model: Repairable): CutShape {
  return model.format === 'kerf-tree' ? treeModel(model) : rulesModel(model)
}

/** Repairs a tree or rules, whichever it is; see `repairTree`. */
export function repairAny(
  model: Repairable,
  rows: { readonly recent: Table; readonly was: Binning | Table | null },
  options: RepairOptions = {},
): ModelRepair<Repairable> {
  if (model.format === 'kerf-tree') return repairModel('repairTree', treeModel(model), rows, options)
  return repairModel('repairRules', rulesModel(model), rows, options)
}

import type { LogisticModel } from '../../models/logistic-model.ts'
import type { NeuralModel } from '../../models/neural/neural-model.ts'
import { type ModelParts, modelScoresTable, modelScoresWords, modelWords } from '../model-texts.ts'
import { wrap } from '../printed-text.ts'
import { indented, joinBlocks, type ReportOptions, screenOf } from './draw/screen.ts'
import { tableLines } from './draw/table-lines.ts'

/** A trained model as text for a terminal: what it is, and how well it does beside having none. */
export function modelScoresReport(
  model: LogisticModel | NeuralModel,
  parts: ModelParts,
  options: ReportOptions = {},
): string {
  const screen = screenOf('modelScoresReport', options, {})
  const table = modelScoresTable(parts)
  return joinBlocks([
    modelWords(model).flatMap((text, i) => wrap(text, screen.width).map(i === 0 ? screen.style.bold : (line) => line)),
    table.heads.length <= 2
      ? []
      : [
          ...tableLines(table, screen),
          ...indented(modelScoresWords(parts).flatMap((text) => wrap(text, screen.width - 2))),
        ],
  ])
}

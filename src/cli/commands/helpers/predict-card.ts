import { eventLabels } from '../../../models/logistic-model.ts'
import { eventPredictions, eventTarget, eventTruth } from '../../../models/event-predictions.ts'
import type { Predictor } from '../../../node/apply/predict-rows.ts'
import { counted } from '../../../reports/number-text.ts'
import { estimateText } from '../../../reports/text-table.ts'
import { judgeScores, type ScoreQuality } from '../../../measures/predictions/judge-scores.ts'
import { scorecardFromJson } from '../../../scorecards/scorecard-json.ts'
import { type CardScores, reasonText, scoreRows } from '../../../scorecards/score-rows.ts'
import type { Scorecard } from '../../../scorecards/scorecard.ts'
import type { SourceColumn } from '../../../sources/source.ts'
import type { Table } from '../../../types.ts'
import { UsageError } from '../../exit.ts'
import { parseInteger } from '../../flags/parse-flags.ts'
import type { Io } from '../../io.ts'
import { formatOf, reading } from '../../load/load-saved.ts'
import { readText } from '../../read-text.ts'

/** A card as something that predicts, and what it said last. */
interface ScoringCard {
  readonly predictor: Predictor
  readonly scores: () => CardScores
  /** how well it does; null where the data have no target */
  readonly quality: () => ScoreQuality | null
}

/** Reads a saved scorecard as something that predicts; null for a file of another kind. */
export function loadScored(path: string, asked: string | undefined): ScoringCard | null {
  const reasons = asked === undefined ? 0 : parseInteger('--reasons', asked, 0)
  const text = readText(path)
  if (formatOf(text) === 'kerf-scorecard')
    return scoringCard(
      reading(path, 'scorecard', () => scorecardFromJson(text)),
      reasons,
    )
  if (asked !== undefined) throw new UsageError('--reasons is for a scorecard, as kerf scorecard -o saves it')
  return null
}

function scoringCard(card: Scorecard, reasons: number): ScoringCard {
  const { target, encoder } = card
  let last: { readonly table: Table; readonly said: CardScores } | null = null
  return {
    scores: () => last!.said,
    quality: () => qualityOf(card, last!),
    predictor: {
      target: eventTarget(target),
      columns: encoder.fields.map(({ name, kind }) => ({ name, kind })),
      truth: (labels) => eventTruth(target, labels),
      predict: (table) => {
        last = { table, said: scoreRows(card, table, { reasons }) }
        return eventPredictions(target, last.said.chances)
      },
      written: () => scoreColumns(last!.said, reasons),
    },
  }
}

function scoreColumns({ scores, chances, reasons }: CardScores, most: number): SourceColumn[] {
  const told = Array.from({ length: most }, (_, i): SourceColumn => ({
    name: `reason_${i + 1}`,
    kind: 'category',
    values: reasons.map((own) => (own[i] === undefined ? null : reasonText(own[i]))),
  }))
  return [{ name: 'score', kind: 'number', values: scores }, { name: 'chance', kind: 'number', values: chances }, ...told] // prettier-ignore
}

function qualityOf(
  { target }: Scorecard,
  last: { readonly table: Table; readonly said: CardScores },
): ScoreQuality | null {
  if (target.name === null || !Object.hasOwn(last.table, target.name)) return null
  const truth = eventLabels({ target }, last.table[target.name])
  const known = [...truth.keys()].filter((row) => !Number.isNaN(truth[row]))
  if (known.length === 0) return null
  return judgeScores({ labels: known.map((row) => truth[row]), scores: known.map((row) => last.said.scores[row]) })
}

/** Says what was scored, and where the data have the target how well. */
export function tellScored(
  io: Io,
  { scores, quality }: ScoringCard,
  { rows, output, json }: { readonly rows: number; readonly output: string | undefined; readonly json: boolean },
): void {
  const judged = quality()
  if (json) {
    const { scores: points, chances, reasons } = scores()
    const all =
      output === undefined ? { scores: Array.from(points), chances: Array.from(chances), ...(reasons.length > 0 ? { reasons } : {}) } : {} // prettier-ignore
    io.out(`${JSON.stringify({ rows, quality: judged, ...all })}\n`)
  } else if (judged !== null && judged.gini !== null) {
    const { gini, ks, auc, rows: known } = judged
    io.tell(
      `Gini ${estimateText(gini)}, KS ${estimateText(ks)}, AUC ${estimateText(auc)} on ${counted(known, 'row')}; by lot 0, 0 and 0.5`,
    )
  }
  if (output !== undefined) io.tell(`${counted(rows, 'row')} written to ${output}`)
}

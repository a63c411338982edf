import type { Binning } from '../../../binning/binning.ts'
import { fitTable } from '../../../binning/fit/fit-table.ts'
import type { AnyDiscretizer } from '../../../discretizers/discretizer.ts'
import { recount } from '../../../binning/use/recount.ts'
import { type NaiveBayes, naiveBayes, naiveBayesScores } from '../../../models/naive-bayes.ts'
import { naiveBayesToJson } from '../../../models/naive-bayes-json.ts'
import { checkOutput, saveFile } from '../../../node/files/write-file.ts'
import { counted } from '../../../reports/number-text.ts'
import { printable } from '../../../reports/printed-text.ts'
import { crossValidatedReport } from '../../../reports/terminal/cross-validated-text.ts'
import { modelReport } from '../../../reports/terminal/trial-text.ts'
import { tableRows } from '../../../summaries/column-table.ts'
import { crossValidate } from '../../../trees/prune/cross-validate.ts'
import { allRowsNote, planTrial } from '../../../trees/prune/plan-trial.ts'
import type { Table } from '../../../types.ts'
import {
  classesOf,
  dealParts,
  type PartScores,
  scoreParts,
  scoreSpreads,
  type TrialOptions,
} from '../../../trees/prune/try-tree.ts'
import { toReadableJson } from '../../../util/saved-json.ts'
import { type Io, tellNotes } from '../../io.ts'
import { type AskedTree, runTrials, type TreeFlags } from './tree-request.ts'

interface BayesTrial extends PartScores {
  readonly model: NaiveBayes
}

/** `kerf tree --model naive-bayes`: the same parts, scores and files for a naive Bayes model over bins. */
export async function runNaiveBayes(io: Io, data: string, flags: TreeFlags, asked: AskedTree): Promise<void> {
  if (flags.output !== undefined) await checkOutput(flags.output, flags)
  const { smoothing } = asked
  const { trials, crossValidated, notes } = await runTrials(
    io,
    data,
    { flags, asked },
    {
      once: (table, options) => tryNaiveBayes(table, options, smoothing),
      validate: async (table, options) => {
        const { folds, seed, target, targetKind, event, weights } = options
        const asFolds = { folds, seed, target, targetKind, event, weights }
        return crossValidate(table, asFolds, async ({ training, held, classes }) => {
          const model = naiveBayes(await binsOf(training, options, classes), { smoothing })
          return naiveBayesScores(model, held, { weights })
        })
      },
    },
  )
  const [{ model, ...scores }] = trials
  tellNotes(io, [...notes, ...model.notes], model.target)
  if (flags.output !== undefined) await saveFile(flags.output, naiveBayesToJson(model), flags)
  if (flags.json === true) {
    const over = scoreSpreads(trials)
    const validated = crossValidated === null ? {} : { crossValidated }
    io.out(`${toReadableJson({ model, ...scores, ...(asked.repeat === 1 ? {} : { over }), ...validated })}\n`)
  } else {
    io.show(`${modelReport(titleOf(model), trials, { color: io.color, width: io.width })}\n`)
    if (crossValidated !== null)
      io.show(`\n${crossValidatedReport(crossValidated, { color: io.color, width: io.width })}\n`)
  }
  if (flags.output !== undefined) io.tell(`saved as ${flags.output}`)
}

function titleOf({ created, target, columns, classes }: NaiveBayes): string {
  const from = created.source.name === null ? '' : `${printable(created.source.name)}: `
  const rows = classes.reduce((sum, one) => sum + one, 0)
  const amount = created.weights === undefined ? counted(rows, 'row') : `weight ${rows}`
  return `${from}naive Bayes over bins by ${created.by} that tells ${printable(target.name ?? 'the class')} from ${counted(columns.length, 'column')} of ${amount}`
}

async function tryNaiveBayes(table: Table, options: TrialOptions, smoothing: number | undefined): Promise<BayesTrial> {
  const { target, weights, seed = 0 } = options
  const rows = tableRows('naiveBayes', table)
  const { parts, notes } = planTrial(rows, { parts: options.parts })
  const dealt = dealParts(table, parts, seed, target)
  const made = naiveBayes(await binsOf(dealt.training, options, classesOf(table, options)), { smoothing })
  const few = notes.length > 0 ? [allRowsNote(rows, 'the model is made of all of them')] : []
  const model = { ...made, notes: [...made.notes, ...few] }
  return { seed, model, ...scoreParts(dealt, (part) => naiveBayesScores(model, part, { weights })) }
}

/** The bins of a method on some rows, or those of a saved binning counted again on them. */
async function binsOf(rows: Table, options: TrialOptions, classes: readonly string[] = []): Promise<Binning> {
  const { target, targetKind, event, weights, columns, all, perColumn, by, source = null } = options
  if (typeof by === 'object' && 'format' in by) {
    // Bins of another target, and columns besides, may be in the file.
    const asked = by.columns.filter(({ name }) => columns?.includes(name) ?? name !== target)
    const about = { kind: 'class', name: target, classes, event: event === undefined ? null : String(event) } as const
    const { weights: _, ...created } = by.created
    const again = recount({ ...by, created, target: about, columns: asked }, rows, { target, weights })
    const { rows: size } = again.created.source
    const own = { ...created, source: { name: source, rows: size }, ...(weights === undefined ? {} : { weights }) }
    return { ...again, created: own }
  }
  const method = by as AnyDiscretizer
  return fitTable(rows, { target, targetKind, event: event as string, weights, columns, all: { ...all, method }, perColumn, source: source ?? undefined }) // prettier-ignore
}

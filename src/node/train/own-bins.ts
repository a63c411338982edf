import type { Binning, Column } from '../../binning/binning.ts'
import { recount } from '../../binning/use/recount.ts'
import { ArgumentError, DataError } from '../../errors.ts'
import type { LogisticModel } from '../../models/logistic-model.ts'
import type { FitRequest, NamedColumn } from '../../plan-fit.ts'
import { type SourceColumn, type SourceTable, toTable } from '../../sources/source.ts'
import { tableLike } from '../../sources/table-like.ts'
import type { Note } from '../../types.ts'
import { show } from '../../util/check.ts'
import { suggest } from '../../util/suggest.ts'

/** Bins that a model is to be made of as they are: saved, edited by hand, or fitted elsewhere. */
export interface OwnBins {
  readonly binning: Binning
  /** count the bins on the rows learned from; default as they were counted when they were fitted */
  readonly recount?: boolean | undefined
  /** whether the encoding makes its numbers of what bins know of the target, as weight of evidence does */
  readonly ofTarget: boolean
}

/** The names a request has for what is learned. */
type Asked = FitRequest & { readonly target: string }

/** The request with the event of the bins, where they have one and no other is asked for. */
export function withOwnEvent(fit: Asked, own: OwnBins | undefined): Asked {
  const target = own?.binning.target
  if (fit.event !== undefined || target?.kind !== 'class' || target.name !== fit.target) return fit
  return { ...fit, event: target.event ?? undefined }
}

/** Refuses rows that lack a column of the bins. */
export function checkBinned({ binning }: OwnBins, columns: readonly NamedColumn[], source = 'the data'): void {
  const names = columns.map(({ name }) => name)
  const lacking = binning.columns.find(({ name }) => !names.includes(name))
  if (lacking === undefined) return
  throw new DataError(
    `${source}: there is no column ${show(lacking.name)}, which the binning has${suggest(lacking.name, names)}`,
    { code: 'unknown-name', column: lacking.name },
  )
}

/** Refuses numbers that the bins take as text: a file that is read in parts has lost how they were written. */
export function checkTexts({ binning }: OwnBins, columns: readonly NamedColumn[]): void {
  const texts = new Set(binning.columns.flatMap(({ name, kind }) => (kind === 'category' ? [name] : [])))
  const odd = columns.find(({ name, kind }) => texts.has(name) && kind !== 'category' && kind !== 'boolean')
  if (odd === undefined) return
  throw new DataError(
    `column ${show(odd.name)} holds ${odd.kind}s, but its bins are of text, which a file that is read in parts cannot be asked for; train without --stream and --memory`,
    { column: odd.name },
  )
}

/** Rows with the columns of the bins as the bins take them, text or numbers. */
export function rowsLike({ binning }: OwnBins, read: SourceTable): SourceTable {
  const table = tableLike(binning, read)
  const kinds = new Map(binning.columns.map(({ name, kind }) => [name, kind]))
  const columns = read.columns.map(
    (column) =>
      ({ ...column, kind: kinds.get(column.name) ?? column.kind, values: table[column.name] }) as SourceColumn,
  )
  return { ...read, columns }
}

/** The bins to encode: the columns asked for, and counts that speak of the target that is learned. */
export function ownBins(part: SourceTable, own: OwnBins, fit: Asked, target: LogisticModel['target']): Binning {
  const { columns, notes } = chosenColumns(own.binning, fit)
  const binning = { ...own.binning, columns, notes }
  if (own.recount === true) {
    return recount({ ...binning, target }, toTable(part), { target: fit.target, weights: fit.weight })
  }
  const { target: fitted } = binning
  if (fitted?.kind === 'class' && fitted.name === fit.target) {
    const event = fit.event ?? fitted.event
    if (event !== null && !fitted.classes.includes(event)) {
      throw new DataError(
        `the bins know no class ${show(event)} of ${show(fit.target)}${suggest(event, fitted.classes)}`,
        { code: 'unknown-name' },
      )
    }
    return { ...binning, target: { ...fitted, event }, notes: [...notes, ...(own.ofTarget ? countNotes(columns) : [])] }
  }
  if (own.ofTarget) {
    const about = fitted === null ? 'without a target' : `with the target ${show(fitted.name)} (${fitted.kind})`
    throw new ArgumentError(
      `the bins were fitted ${about}, and the encoding needs their counts of ${show(fit.target)}; --recount counts them on the rows learned from`,
      { code: 'out-of-range' },
    )
  }
  return { ...binning, target: null }
}

/** The columns of the bins that are asked for; never the target itself or the weight. */
function chosenColumns({ columns, notes = [] }: Binning, fit: Asked): { columns: Column[]; notes: Note[] } {
  const names = columns.map(({ name }) => name)
  for (const name of fit.columns ?? []) {
    if (names.includes(name)) continue
    throw new DataError(`the binning has no column ${show(name)}${suggest(name, names)}`, {
      code: 'unknown-name',
      column: name,
    })
  }
  const leftOut = [fit.target, fit.weight].flatMap((name) => (name !== undefined && names.includes(name) ? [name] : []))
  const without = new Set([...leftOut, ...(fit.exclude ?? [])])
  return {
    columns: columns.filter(({ name }) => !without.has(name) && (fit.columns?.includes(name) ?? true)),
    notes: [
      ...notes,
      ...leftOut.map((name) => ({
        code: 'own-bins',
        message: `the bins of ${show(name)} are left out: it is the ${name === fit.target ? 'target' : 'weight'}`,
      })),
    ],
  }
}

/** What there is to tell of numbers that were counted before. */
function countNotes(columns: readonly Column[]): Note[] {
  const estimated = columns.filter(({ countsExact }) => !countsExact).map(({ name }) => show(name))
  const shared = 'the numbers of the bins are those of their file, in which rows kept apart may have had a part'
  return [
    { code: 'own-bins', message: `${shared}; --recount counts them on the rows learned from` },
    ...(estimated.length === 0
      ? []
      : [{ code: 'own-bins', message: `counts of ${estimated.join(', ')} are estimated since they were edited` }]),
  ]
}

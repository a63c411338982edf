import type { Engine, EngineColumn } from './engines/engine.ts'
import { checkNames, type FitRequest } from './plan-fit.ts'
import { chooseColumns, type Chosen, wantedColumns } from './sources/choose-columns.ts'
import type { Note, Target } from './types.ts'

/** Rows and columns as a request chooses them on an engine. */
export interface ChosenOnEngine {
  /** that of the rows drawn; the one of all rows where all are wanted */
  readonly engine: Engine
  readonly chosen: Chosen<EngineColumn>
  /** kind of the target over all rows */
  readonly kind: Target['kind'] | undefined
  /** what there is to tell of the draw; empty where all rows are taken */
  readonly drawn: readonly Note[]
}

/** The rows and columns that a request is about, wherever they are; unknown names are refused. */
export async function chooseOnEngine(whole: Engine, request: FitRequest): Promise<ChosenOnEngine> {
  checkNames(whole.columns, request)
  const kind = await whole.targetKind(request)
  const { engine, notes: drawn } =
    request.sample === undefined ? { engine: whole, notes: [] } : await whole.sample(request)
  const names = request.columns ?? wantedColumns(engine.columns, request).map(({ name }) => name)
  const ids = request.columns === undefined ? await engine.idReasons(names) : new Map<string, string>()
  const chosen = chooseColumns(engine.columns, request, ({ name }) => ids.get(name) ?? null)
  return { engine, chosen, kind, drawn }
}

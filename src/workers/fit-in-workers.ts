import { errorFromJson } from '../errors.ts'
import { startPlaces } from '../binning/fit/known-places.ts'
import type { Column } from '../binning/binning.ts'
import { type ColumnJobs, pausing, type PoolRun, type StopSignal, throwIfStopped } from '../binning/fit/column-pool.ts'
import { type ColumnJob, columnSteps, fitColumn } from '../binning/fit/fit-column.ts'
import { PlacedRows } from '../binning/fit/placed-rows.ts'
import { gridSpan } from '../summaries/fast/grid.ts'
import { toNumbers } from '../summaries/summarize-numbers.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { NumberValues } from '../types.ts'
import { leaveScratch, type Scratch, takeScratch } from '../util/scratch.ts'
import { runLater } from '../util/steps.ts'
import { canTravel, takeColumn } from './column-task.ts'
import type { WorkerHost, WorkerQueue } from './worker-queue.ts'

/** Columns to fit, as `ColumnJobs`; some may still have to be read. */
export interface WorkerJobs {
  readonly names: readonly string[]
  /** the job of a column when it is its turn, in the order of the names unless some are quick; null for one that is left out */
  readonly job: (index: number) => ColumnJob | Promise<ColumnJob | null>
  readonly values: ColumnJobs['values']
  /** told when nobody looks at the values of a column any more */
  readonly done?: (index: number) => void
}

/** The columns of a table, and who fits them. */
export interface WorkerFit {
  readonly queue: WorkerQueue
  /** whether this thread fits columns too whenever the workers have enough to do */
  readonly helps: boolean
  readonly pause: WorkerHost['pause']
  readonly jobs: WorkerJobs
  readonly marks: RowMarks
  readonly run: PoolRun
}

interface Numbered {
  readonly index: number
  readonly job: ColumnJob
}

/** Fits the columns of a table in workers. Of several that fail, the first in the table says why. What was left out is undefined. */
export async function fitInWorkers(fit: WorkerFit): Promise<(Column | undefined)[]> {
  const { signal } = fit.run
  throwIfStopped(signal)
  const { stopped, forget } = whenStopped(signal)
  try {
    return await new TableInWork(fit, stopped).fit()
  } finally {
    forget()
  }
}

/** A promise that is kept when the signal stops, until it is forgotten. */
function whenStopped(signal: StopSignal | undefined): { stopped: Promise<void>; forget: () => void } {
  let stop = (): void => undefined
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  signal?.addEventListener?.('abort', stop)
  return { stopped, forget: () => signal?.removeEventListener?.('abort', stop) }
}

/** A table while its columns are fitted, here and elsewhere. */
class TableInWork {
  readonly #with: WorkerFit
  readonly #stopped: Promise<void>
  /** the marks as workers get them, made when the first of them does */
  #shared: RowMarks | null = null
  readonly #scratch: Scratch
  readonly #rows: PlacedRows
  readonly #pause: () => Promise<void> | null
  /** where this thread and the workers take columns from each other; null where this thread only hands them out */
  readonly #claims: Int32Array | null
  readonly #columns: (Column | undefined)[]
  /** columns that only this thread can fit */
  readonly #ours: Numbered[] = []
  /** columns sent to workers, who may not have come to them */
  readonly #sent: Numbered[] = []
  readonly #running = new Set<Promise<void>>()
  #failure: { readonly index: number; readonly error: unknown } | null = null
  #done = 0
  /** milliseconds that columns took which were fitted here, the first not counted */
  #spent = 0
  #told: Promise<void> = Promise.resolve()

  constructor(fit: WorkerFit, stopped: Promise<void>) {
    const { names } = fit.jobs
    this.#with = fit
    this.#stopped = stopped
    this.#scratch = takeScratch()
    this.#rows = new PlacedRows(fit.marks, this.#scratch)
    this.#pause = pausing(fit.run.signal)
    this.#claims = fit.helps ? new Int32Array(new SharedArrayBuffer(4 * names.length)) : null
    this.#columns = names.map(() => undefined)
  }

  async fit(): Promise<(Column | undefined)[]> {
    const { signal } = this.#with.run
    for (const index of this.#slowFirst()) {
      if (this.#isStopped) break
      await this.#handOut(index)
    }
    await this.#fitOurs()
    await this.#takeBack()
    await Promise.race([Promise.all(this.#running), this.#stopped])
    throwIfStopped(signal)
    if (this.#failure !== null) throw this.#failure.error
    await this.#told
    leaveScratch(this.#scratch)
    return this.#columns
  }

  get #isStopped(): boolean {
    return this.#with.run.signal?.aborted === true
  }

  /**
   * Columns that take long come first, so that no thread is left with one while the others have nothing to do. Values on a grid, as far as
   * a look at a few rows tells, are counted in little time, and the fewer steps it has the less is left to do. While this thread is
   * alone they come as they are: the compiler is done with the code of both sooner.
   */
  #slowFirst(): number[] {
    const { names, values } = this.#with.jobs
    if (this.#with.queue.isPatient) return [...names.keys()]
    const span = names.map((_, index) => {
      const own = values(index)
      return own instanceof Float64Array ? gridSpan(own) : Infinity
    })
    return [...names.keys()].toSorted((a, b) => (span[a] === span[b] ? a - b : span[b] > span[a] ? 1 : -1))
  }

  /** Whether a column cannot change what is reported any more: after a failure only those before it in the table can. */
  #isIdle(index: number): boolean {
    return this.#failure !== null && this.#failure.index < index
  }

  /** Gives a column to a worker, fits it here where all are busy and this thread helps, or puts it aside. */
  async #handOut(index: number): Promise<void> {
    if (this.#isIdle(index)) return
    const { queue, helps, jobs } = this.#with
    let job: ColumnJob | null
    try {
      job = await jobs.job(index)
    } catch (error) {
      this.#fail(index, error)
      return
    }
    if (job === null) return
    if (!canTravel(job)) {
      this.#ours.push({ index, job })
      return
    }
    if (helps && !queue.open) return this.#fitHere({ index, job })
    await Promise.race([queue.free(), this.#stopped])
    if (!this.#isStopped) this.#send({ index, job })
  }

  #send(column: Numbered): void {
    const { index } = column
    if (this.#claims !== null) this.#sent.push(column)
    const sent = this.#fitThere(column)
      .catch((error: unknown) => {
        // Options that cannot be copied are no options of any method: the error is found here.
        if (error instanceof Error && error.name === 'DataCloneError') this.#fitNow(column)
        else this.#fail(index, error)
      })
      .finally(() => this.#running.delete(sent))
    this.#running.add(sent)
  }

  async #fitThere({ index, job: { name, values, options } }: Numbered): Promise<void> {
    const { queue, marks } = this.#with
    const { method, ...rest } = options
    const claim = this.#claims === null ? undefined : { cells: this.#claims, at: index }
    const numbers = toNumbers(values as NumberValues, marks.rows, { where: 'fitTable', column: name })
    const task = { name, values: numbers, method: method?.name ?? null, options: rest, claim }
    this.#shared ??= queue.shareMarks(marks)
    const reply = await queue.fit(task, this.#shared)
    if ('column' in reply) this.#finish(index, reply.column)
    else if ('fault' in reply) this.#fail(index, errorFromJson(reply.fault))
  }

  /** Fits what cannot travel. */
  async #fitOurs(): Promise<void> {
    for (const column of this.#ours) {
      if (this.#isStopped) return
      if (!this.#isIdle(column.index)) await this.#fitHere(column)
    }
  }

  /** Columns that still wait in workers are better fitted here: those that take long first, as ever. */
  async #takeBack(): Promise<void> {
    for (const column of this.#sent) {
      if (this.#isStopped || this.#failure !== null) return
      if (this.#claims !== null && takeColumn({ cells: this.#claims, at: column.index })) await this.#fitHere(column)
    }
  }

  /** Fits a column in this thread, which goes on with its other work now and then, and lets messages of workers in. */
  async #fitHere({ index, job }: Numbered): Promise<void> {
    const start = Date.now()
    try {
      this.#finish(index, await runLater(columnSteps(job, this.#rows, startPlaces), this.#pause))
    } catch (error) {
      if (!this.#isStopped) this.#fail(index, error)
    }
    this.#tellWork(Date.now() - start)
    if (this.#with.queue.hasWorkers) await this.#with.pause()
  }

  /** The first column takes longer than others, since the engine has yet to compile what fits it. */
  #tellWork(taken: number): void {
    const { queue, jobs } = this.#with
    if (this.#done > 1) this.#spent += taken
    const each = this.#spent / Math.max(1, this.#done - 1)
    queue.worked(taken, each * (jobs.names.length - this.#done))
  }

  /** Fits a column at once, whatever this thread is at. */
  #fitNow({ index, job }: Numbered): void {
    try {
      this.#finish(index, fitColumn(job, new PlacedRows(this.#with.marks), startPlaces))
    } catch (error) {
      this.#fail(index, error)
    }
  }

  #finish(index: number, column: Column): void {
    const { run, jobs } = this.#with
    this.#columns[index] = column
    jobs.done?.(index)
    if (this.#isStopped) return
    const count = ++this.#done
    this.#told = this.#told.then(() => run.onProgress?.(count, jobs.names.length, jobs.names[index]))
    this.#told.catch(() => {}) // thrown by `fit`, where it is waited for
  }

  #fail(index: number, error: unknown): void {
    if (this.#failure === null || index < this.#failure.index) this.#failure = { index, error }
  }
}

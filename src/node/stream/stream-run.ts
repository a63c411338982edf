import { Stream } from '../../streams/stream.ts'
import { StreamAlarms } from '../../streams/alarms/stream-alarms.ts'
import { type Repairable, repairableToJson } from '../../streams/repair/saved-model.ts'
import { StreamRepair } from '../../streams/repair/stream-repair.ts'
import { type StreamAlarm, type StreamWatcher, watchStream } from '../../streams/watcher.ts'
import { AlarmLog } from './stream-alarm-log.ts'
import { StreamCsv } from './stream-csv.ts'
import { fileBytes, firstLines, standardInput, type Stop } from './stream-input.ts'
import { StreamJson } from './stream-jsonl.ts'
import { refuseExisting, StreamOutput } from './stream-output.ts'
import { planStream, type StreamPlan } from './stream-plan.ts'
import type { StreamReader, StreamRoles, StreamRows } from './stream-rows.ts'
import { checkSettings, methodOf, type StreamRequest, streamSettings } from './stream-settings.ts'
import { inState, loadState, saveNow, saveState, type StreamState, stateText } from './stream-state.ts'
import { LabelWait } from './label-wait.ts'

/** Bytes of a byte order mark, which may stand before the first line. */
const BOM = 3

/** Limits of the milliseconds after which rows are saved although no others come: timers take no more. */
const [LEAST_BEAT, MOST_BEAT] = [100, 2_147_483_647]

/** A stream that is being read from a file or a pipe. Everything between two awaits happens at once: a state is never torn. */
export class StreamRun {
  readonly request: StreamRequest
  readonly stop: Stop = { stopped: false }
  stream: Stream | null = null
  readonly alarms: AlarmLog = new AlarmLog()
  row = 0
  #plan: StreamPlan | null = null
  #reader: StreamReader | null = null
  #output: StreamOutput | null = null
  #wait: LabelWait | null = null
  #order: readonly number[] = []
  #watchers: readonly StreamWatcher[] = []
  #repair: StreamRepair | null = null
  #events = 0
  #skip = 0
  #before = { bad: 0, odd: 0 }
  #saved = Date.now()
  #savedRow = -1
  /** Also after an error in the middle of rows: what is counted by then belongs to no place in the input. */
  #feeding = false

  constructor(request: StreamRequest) {
    this.request = request
  }

  get bad(): number {
    return this.#before.bad + (this.#reader?.bad ?? 0)
  }

  /** Values that are not numbers, counted as missing. */
  get odd(): number {
    return this.#before.odd + (this.#reader?.odd ?? 0)
  }

  get waiting(): number {
    return this.#wait?.size ?? 0
  }

  /** How many repairs took over. */
  get repairs(): number {
    return this.#repair?.repairs ?? 0
  }

  /** Reads until the input ends or `stop` is set, then saves the state. */
  async run(): Promise<void> {
    const { data, state, follow, input } = this.request
    const saved = state === undefined ? null : loadState(state)
    if (saved !== null) checkSettings(this.request, saved.settings)
    const isFile = data !== '-' && input === undefined
    const bytes = isFile ? fileBytes(data, saved?.place.offset ?? 0, follow, this.stop) : (input ?? standardInput())
    const beat = setInterval(() => this.#saveIdle(), Math.min(MOST_BEAT, Math.max(LEAST_BEAT, this.#pause)))
    beat.unref()
    try {
      if (saved === null) await this.#begin(bytes)
      else this.#goOn(saved, isFile)
      for await (const piece of bytes) {
        this.#feed(piece)
        if (this.stop.stopped) break
      }
      // A line that a growing file has not ended yet is left for the next time.
      if (!this.stop.stopped) this.#feed(new Uint8Array(0), true)
      this.save()
    } finally {
      clearInterval(beat)
      this.#output?.close()
      await bytes.return()
    }
  }

  #feed(piece: Uint8Array, final = false): void {
    this.#feeding = true
    this.#reader!.feed(piece, final, (rows) => this.#take(rows))
    this.#feeding = false
    if (Date.now() - this.#saved >= this.#pause) this.save()
  }

  /** Rows that came last must not wait for the next ones to be saved. */
  #saveIdle(): void {
    if (Date.now() - this.#saved < this.#pause) return
    try {
      this.save()
    } catch {
      // Nobody would hear of it here; the next rows or the end try again.
    }
  }

  /** Milliseconds between two saved states. */
  get #pause(): number {
    return this.request.checkpoint * 1000
  }

  /** Saves the state as it is now, where one is kept and rows have come since. */
  save(): void {
    const { state } = this.request
    this.#saved = Date.now()
    if (state === undefined || this.stream === null || this.#feeding || this.row === this.#savedRow) return
    saveState(
      state,
      stateText(this.stream, {
        settings: streamSettings(this.request),
        plan: this.#plan!,
        place: {
          offset: this.#reader!.offset,
          row: this.row,
          bad: this.bad,
          odd: this.odd,
          events: this.#events,
          written: this.#output === null ? 0 : this.#output.written,
          output: this.request.output ?? null,
          repaired: this.request.repair?.output,
        },
        waiting: this.#wait?.toState() ?? [],
        alarms: this.alarms.toState(),
        watchers: Object.fromEntries(this.#watchers.map((watcher) => [watcher.name, watcher.toState()])),
      }),
    )
    this.#savedRow = this.row
  }

  async #begin(bytes: AsyncGenerator<Uint8Array, void, undefined>): Promise<void> {
    const { data, event, layer, rebuild } = this.request
    const name = data === '-' ? 'standard input' : data
    const { sample, ended } = await firstLines(bytes)
    const bom = sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf ? 3 : 0
    const { plan, notes } = planStream({ name, sample: sample.subarray(bom), ended }, this.request, this.request)
    for (const note of notes) this.request.onNote(note)
    const stream = new Stream({
      columns: plan.binned,
      target: plan.target === null ? undefined : { kind: plan.targetKind, name: plan.target, event },
      ...methodOf(this.request, plan.target === null ? undefined : plan.targetKind),
      layer,
      rebuild,
    })
    this.#prepare(stream, plan, bom, 'yes')
    this.#claimRepaired()
    this.#openOutput(null)
    this.#feed(sample.subarray(bom))
  }

  #goOn(saved: StreamState, isFile: boolean): void {
    try {
      this.#continue(saved, isFile)
    } catch (error) {
      throw inState(this.request.state!, error)
    }
  }

  #continue(saved: StreamState, isFile: boolean): void {
    const { stream, plan, place } = saved
    this.row = place.row
    this.#savedRow = place.row
    this.#events = place.events
    // A pipe that starts again brings the broken lines again, too.
    if (!isFile && this.request.resume) this.#skip = place.row
    else this.#before = { bad: place.bad, odd: place.odd }
    const fresh = isFile ? place.offset <= BOM : this.request.resume
    this.#prepare(stream, plan, isFile ? place.offset : 0, fresh ? 'yes' : isFile ? 'no' : 'maybe')
    this.#wait?.restore(saved.waiting, plan.binned.length)
    this.alarms.restore(saved.alarms)
    for (const watcher of this.#watchers) watcher.restore(saved.watchers[watcher.name] ?? null)
    if (this.request.repair?.output !== place.repaired) this.#claimRepaired()
    // Where the process ended between a saved state and a saved repair.
    if (this.#repair !== null && this.repairs > 0) this.#saveRepaired(this.#repair.model)
    // Last, so that a state that cannot be used leaves the output as it is. A state knows of one output only.
    const known = place.output === undefined || place.output === (this.request.output ?? null)
    this.#openOutput(known ? (place.written ?? 0) : null)
  }

  #prepare(stream: Stream, plan: StreamPlan, offset: number, start: 'yes' | 'no' | 'maybe'): void {
    const { data, output, wait, read } = this.request
    const name = data === '-' ? 'standard input' : data
    this.stream = stream
    this.#plan = plan
    const placeOf = (column: string | null): number => (column === null ? -1 : plan.names.indexOf(column))
    const roles: StreamRoles = {
      binned: plan.names.map((column) => plan.binned.indexOf(column)),
      target: placeOf(plan.target),
      key: placeOf(plan.key),
      numericTarget: plan.targetKind === 'numeric',
      keep: output !== undefined,
    }
    this.#order = roles.binned.filter((place) => place >= 0)
    const shared = { name, names: plan.names, roles, missingValues: read.missingValues, offset }
    this.#reader =
      plan.dialect === null ? new StreamJson(shared) : new StreamCsv({ ...shared, dialect: plan.dialect, start })
    if (plan.key !== null) this.#wait = new LabelWait(wait, (values, label) => stream.push(values, label))
    const { alarms, repair } = this.request
    const onRepaired = (model: Repairable): void => this.#saveRepaired(model)
    this.#repair =
      repair === undefined ? null : new StreamRepair(stream, repair.model, { rows: repair.rows, onRepaired })
    this.#watchers = [...(alarms === undefined ? [] : [new StreamAlarms(stream, alarms)]), this.#repair ?? []].flat()
    const raise = (alarm: StreamAlarm, watcher: StreamWatcher): void => {
      if (watcher === this.#repair) {
        const { kind, column: _, ...details } = alarm
        this.#tell(kind, details)
        return
      }
      this.alarms.add(alarm)
      this.#tell('alarm', { ...alarm })
    }
    watchStream(stream, this.#watchers, raise, ({ column, before, proposal: { cuts } }) => {
      if (before?.join() !== cuts.join()) this.#tell('cuts', { column, cuts, before })
    })
  }

  /** A state that knows of no rows is saved before the output is made, so that whatever ends the process leaves both or none. */
  #openOutput(written: number | null): void {
    const { output, encode, force } = this.request
    if (output === undefined) return
    if (written === null) {
      refuseExisting(output, this.request.data, force)
      this.#savedRow = -1
      this.save()
    }
    this.#output = new StreamOutput(this.stream!.columns, {
      path: output,
      as: encode,
      plan: this.#plan!,
      written: written ?? 0,
    })
  }

  /** Like the output: whatever ends the process leaves a state that knows of the file, or no file. */
  #claimRepaired(): void {
    const { repair, data, force } = this.request
    if (repair === undefined) return
    refuseExisting(repair.output, data, force)
    this.#savedRow = -1
    this.save()
  }

  #saveRepaired(model: Repairable): void {
    saveNow(this.request.repair!.output, repairableToJson(model))
  }

  #tell(event: string, details: Record<string, unknown>): void {
    this.#events++
    this.request.onEvent(JSON.stringify({ event, number: this.#events, row: this.row, ...details }))
  }

  #take(rows: StreamRows): void {
    const from = Math.min(this.#skip, rows.size)
    this.#skip -= from
    if (this.#wait === null) this.#takeMany(rows, from)
    else this.#takeSingly(rows, from, this.#wait)
  }

  /** Rows up to the next look at the bins are sent with the bins there are, and counted. */
  #takeMany(rows: StreamRows, start: number): void {
    const stream = this.stream!
    const { every } = stream.columns[0].rebuild
    const hasTarget = this.#plan!.target !== null
    for (let from = start; from < rows.size;) {
      const to = Math.min(rows.size, from + every - (stream.rows % every))
      this.#output?.write(rows, this.#order, { from, to, first: this.row + 1 })
      this.row += to - from
      stream.pushMany(
        rows.values.map((column) => column.subarray(from, to)),
        hasTarget ? rows.labels.slice(from, to) : null,
      )
      from = to
    }
  }

  #takeSingly(rows: StreamRows, start: number, wait: LabelWait): void {
    for (let i = start; i < rows.size; i++) {
      const values = rows.values.map((column) => column[i])
      this.row++
      const bringsLabel = !wait.take(this.row, rows.keys[i], values, rows.labels[i] ?? null)
      if (!bringsLabel) this.#output?.write(rows, this.#order, { from: i, to: i + 1, first: this.row })
    }
  }
}

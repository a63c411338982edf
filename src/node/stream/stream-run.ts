import { Stream } from '../../streams/stream.ts'
import { type Repairable, repairableToJson } from '../../streams/repair/saved-model.ts'
import { AlarmLog } from './stream-alarm-log.ts'
import { EventFile } from './event-file.ts'
import type { FilePart } from './file-part.ts'
import { openInput } from './open-input.ts'
import { type Counted, InputTrack, without } from './input-track.ts'
import type { InputPlace } from './input-identity.ts'
import { makeReader, rolesOf } from './make-reader.ts'
import { findRepeated } from './repeated-pipe.ts'
import { type RunWatchers, watchRun } from './run-watchers.ts'
import { lockState } from './state-lock.ts'
import { BOM, bomOf, type FirstBytes, firstLines, type InputPieces, type Stop } from './stream-input.ts'
import { refuseExisting, StreamOutput } from './stream-output.ts'
import { planStream, type StreamPlan } from './stream-plan.ts'
import type { CsvStart } from './stream-csv.ts'
import type { StreamReader, StreamRows } from './stream-rows.ts'
import { checkSettings, methodOf, type StreamRequest, streamSettings } from './stream-settings.ts'
import {
  inState,
  loadState,
  saveNow,
  saveState,
  type StreamPlace,
  type StreamState,
  stateText,
} from './stream-state.ts'
import { LabelWait } from './label-wait.ts'

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
  #watchers: RunWatchers = { all: [], repair: null }
  #events = 0
  #skip = 0
  #before = { bad: 0, odd: 0 }
  /** by a clock that nobody sets back */
  #saved = performance.now()
  #savedRow = -1
  #track: InputTrack
  #eventFile: EventFile | null = null
  /** how an input starts whose first bytes come next, which may be a mark of the byte order; null after them */
  #start: CsvStart | null = null
  /** Also after an error in the middle of rows: what is counted by then belongs to no place in the input. */
  #feeding = false

  constructor(request: StreamRequest) {
    this.request = request
    this.#track = new InputTrack(request.data, [])
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
    return this.#watchers.repair?.repairs ?? 0
  }

  /** Reads until the input ends or `stop` is set, then saves the state, which no other run can use meanwhile. */
  async run(): Promise<void> {
    const { state } = this.request
    const unlock = state === undefined ? null : lockState(state)
    try {
      const saved = state === undefined ? null : loadState(state)
      if (saved !== null) checkSettings(this.request, saved.settings)
      await this.#read(saved)
    } finally {
      unlock?.()
    }
  }

  async #read(saved: StreamState | null): Promise<void> {
    const { pieces, part } = await openInput(this.request, saved?.place ?? null, this.stop)
    const beat = setInterval(() => this.#saveIdle(), Math.min(MOST_BEAT, Math.max(LEAST_BEAT, this.#pause)))
    beat.unref()
    try {
      if (saved === null) await this.#begin(pieces, part)
      else await this.#goOn(saved, pieces, part)
      for await (const piece of pieces) {
        if ('part' in piece) this.#turnTo(piece.part)
        else this.#feed(piece.bytes)
        if (this.stop.stopped) break
      }
      // A line that a growing file has not ended yet is left for the next time.
      if (!this.stop.stopped) this.#feed(new Uint8Array(0), true)
      this.save()
    } finally {
      clearInterval(beat)
      this.#output?.close()
      this.#eventFile?.close()
      await pieces.return()
    }
  }

  #feed(piece: Uint8Array, final = false): void {
    this.#feeding = true
    const bom = this.#start === null ? 0 : bomOf(piece)
    if (bom > 0) this.#startAt(bom, this.#start!)
    if (piece.length > 0) this.#start = null
    this.#reader!.feed(piece.subarray(bom), final, (rows) => this.#take(rows))
    this.#track.add(piece, this.#reader!.offset)
    this.#feeding = false
    if (performance.now() - this.#saved >= this.#pause) this.save()
  }

  /** The input goes on in another file, whose rows follow those of the one before. */
  #turnTo(part: FilePart): void {
    if (part.continues) return this.#track.moveTo(part)
    this.#feed(new Uint8Array(0), true)
    const counted = this.#counted()
    this.#before = { bad: counted.bad, odd: counted.odd }
    this.#track.end(counted)
    this.#track.begin(part, counted)
    this.#startAgain()
    this.#savedRow = -1
    this.save()
  }

  /** The next bytes are the first of a file that has the place of another one. */
  #startAgain(): void {
    // Lines before the names are taken to come again with them.
    this.#startAt(0, (this.#plan!.dialect?.skip ?? 0) > 0 ? 'yes' : 'again')
  }

  #startAt(offset: number, start: CsvStart): void {
    this.#start = offset === 0 ? start : null
    this.#reader = makeReader(this.#plan!, this.request, offset, start)
  }

  #counted(): Counted {
    return { rows: this.row, bad: this.bad, odd: this.odd }
  }

  /** Rows that came last must not wait for the next ones to be saved. */
  #saveIdle(): void {
    if (performance.now() - this.#saved < this.#pause) return
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
    this.#saved = performance.now()
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
          log: this.#eventFile?.place(),
          inputs: this.#track.places(this.#counted()),
        },
        waiting: this.#wait?.toState() ?? [],
        alarms: this.alarms.toState(),
        watchers: Object.fromEntries(this.#watchers.all.map((watcher) => [watcher.name, watcher.toState()])),
      }),
    )
    this.#savedRow = this.row
  }

  async #begin(pieces: InputPieces, part: FilePart | null): Promise<void> {
    const { data, event, layer, rebuild } = this.request
    const name = data === '-' ? 'standard input' : data
    const { bytes: sample, ended, following } = await firstLines(pieces)
    const { plan, notes } = planStream(
      { name, sample: sample.subarray(bomOf(sample)), ended },
      this.request,
      this.request,
    )
    for (const note of notes) this.request.onNote(note)
    const stream = new Stream({
      columns: plan.binned,
      target: plan.target === null ? undefined : { kind: plan.targetKind, name: plan.target, event },
      ...methodOf(this.request, plan.target === null ? undefined : plan.targetKind),
      layer,
      rebuild,
    })
    this.#prepare(stream, plan)
    this.#startAt(0, 'yes')
    this.#track.begin(part, this.#counted())
    this.#openEvents(undefined)
    this.#claimRepaired()
    this.#openOutput(null)
    this.#feed(sample)
    if (following !== null) this.#turnTo(following)
  }

  async #goOn(saved: StreamState, pieces: InputPieces, part: FilePart | null): Promise<void> {
    const { state, resume } = this.request
    const inputs = saved.place.inputs ?? []
    this.#track = new InputTrack(this.request.data, inputs)
    const repeated = part === null && resume && inputs.length > 0 ? await findRepeated(pieces, inputs, state!) : null
    try {
      this.#continue(saved, part, repeated)
    } catch (error) {
      throw inState(state!, error)
    }
    if (repeated !== null) this.#feed(repeated.first.bytes)
  }

  #continue(
    { stream, plan, place, ...rest }: StreamState,
    part: FilePart | null,
    repeated: { readonly known: InputPlace; readonly first: FirstBytes } | null,
  ): void {
    this.row = place.row
    this.#savedRow = place.row
    this.#events = place.events
    this.#before = { bad: place.bad, odd: place.odd }
    this.#findPlace(plan, stream, { place, part, known: repeated?.known ?? null })
    this.#wait?.restore(rest.waiting, plan.binned.length)
    this.alarms.restore(rest.alarms)
    for (const watcher of this.#watchers.all) watcher.restore(rest.watchers[watcher.name] ?? null)
    this.#openEvents(place.log)
    if (this.request.repair?.output !== place.repaired) this.#claimRepaired()
    // Where the process ended between a saved state and a saved repair.
    const { repair } = this.#watchers
    if (repair !== null && repair.repairs > 0) this.#saveRepaired(repair.model)
    // Last, so that a state that cannot be used leaves the output as it is. A state knows of one output only.
    const known = place.output === undefined || place.output === (this.request.output ?? null)
    this.#openOutput(known ? (place.written ?? 0) : null)
  }

  /** Where the input goes on: a file at its place, a pipe after the rows that it brings again, or a new input. */
  #findPlace(
    plan: StreamPlan,
    stream: Stream,
    { place, part, known }: { place: StreamPlace; part: FilePart | null; known: InputPlace | null },
  ): void {
    const counted = this.#counted()
    this.#prepare(stream, plan)
    if (part !== null && (part.known !== null || place.inputs === undefined)) {
      this.#startAt(part.offset, part.offset <= BOM ? 'yes' : 'no')
      this.#track.goOn(part.known, part, counted)
    } else if (part !== null) {
      this.#startAgain()
      this.#track.begin(part, counted)
    } else if (!this.request.resume) {
      this.#startAt(0, 'maybe')
      this.#track.begin(null, counted)
    } else {
      this.#startAt(0, 'yes')
      // A pipe that starts again brings the broken lines again, too.
      this.#skip = known?.rows ?? place.row
      this.#before = known === null ? { bad: 0, odd: 0 } : without(counted, known)
      if (known === null) this.#track.begin(null, { rows: 0, bad: 0, odd: 0 })
      else this.#track.repeat(known, counted)
    }
  }

  #prepare(stream: Stream, plan: StreamPlan): void {
    this.stream = stream
    this.#plan = plan
    this.#order = rolesOf(plan, false).binned.filter((place) => place >= 0)
    if (plan.key !== null) this.#wait = new LabelWait(this.request.wait, (values, label) => stream.push(values, label))
    this.#watchers = watchRun(stream, this.request, {
      alarms: this.alarms,
      tell: (event, details) => this.#tell(event, details),
      onRepaired: (model) => this.#saveRepaired(model),
    })
  }

  /** Like the output: whatever ends the process leaves a state that knows where the events of this stream start. */
  #openEvents(known: StreamPlace['log']): void {
    const { events } = this.request
    if (events === undefined) return
    this.#eventFile = new EventFile(events, known)
    if (known?.path === events) return
    this.#savedRow = -1
    this.save()
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
    const line = JSON.stringify({ event, number: this.#events, row: this.row, ...details })
    if (this.#eventFile === null) this.request.onEvent(line)
    else this.#eventFile.tell(line)
  }

  #take(rows: StreamRows): void {
    const from = Math.min(this.#skip, rows.size)
    this.#skip -= from
    if (this.#skip === 0) this.#track.repeated()
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

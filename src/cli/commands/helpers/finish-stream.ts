import { binningToJson } from '../../../binning/binning-json.ts'
import type { StreamRun } from '../../../node/stream/stream-run.ts'
import { saveNow } from '../../../node/stream/stream-state.ts'
import { type Io, tellNotes } from '../../io.ts'
import { bareMessage } from '../../../util/called-as.ts'

/** Saves state and bins when the process is told to end. There is nobody left to catch an error. */
export function saveAtExit(io: Io, run: StreamRun, binning: string | undefined): void {
  const trySave = (save: () => void): void => {
    try {
      save()
    } catch (error) {
      io.tell(`kerf: ${error instanceof Error ? bareMessage(error) : String(error)}`)
    }
  }
  trySave(() => run.save())
  const { stream } = run
  if (binning !== undefined && stream !== null) trySave(() => saveNow(binning, binningToJson(stream.binning())))
}

/** Tells how many rows there were, and what was wrong with some. */
export function tellTotals(io: Io, run: StreamRun): void {
  const { stream } = run
  const left = stream?.columns[0].summary().leftOut.unlabelled ?? 0
  const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`
  const parts = [count(run.row, 'row')]
  if (run.alarms.count > 0) parts.push(count(run.alarms.count, 'alarm'))
  if (run.request.repair !== undefined) {
    const { output } = run.request.repair
    parts.push(run.repairs === 0 ? 'nothing was repaired' : `${count(run.repairs, 'repair')} saved as ${output}`)
  }
  if (left > 0) parts.push(`${left} without a label`)
  if (run.waiting > 0) parts.push(`${run.waiting} still wait for one`)
  if (run.bad > 0)
    parts.push(`${count(run.bad, 'line')} could not be read and ${run.bad === 1 ? 'was' : 'were'} left out`)
  if (run.odd > 0)
    parts.push(
      `${run.odd === 1 ? '1 value is not a number and counts' : `${run.odd} values are not numbers and count`} as missing`,
    )
  if (stream !== null && stream.unknownClasses > 0) parts.push(`${stream.unknownClasses} of further classes`)
  const problems = new Map<string, string[]>()
  for (const { name, problem } of stream?.columns ?? []) {
    if (problem !== null) problems.set(problem, [...(problems.get(problem) ?? []), JSON.stringify(name)])
  }
  const notes = Array.from(problems, ([problem, names]) => ({ message: `no bins of ${names.join(', ')}: ${problem}` }))
  const event = stream?.facts?.event ?? null
  if (stream !== null && event !== null && !stream.classes.labels.includes(event)) {
    const seen = stream.classes.labels.map((label) => JSON.stringify(label)).join(', ')
    notes.push({
      message: `no row was of the class ${JSON.stringify(event)} that --event names; classes seen: ${seen || 'none'}`,
    })
  }
  tellNotes(io, notes)
  io.tell(parts.join(', '))
}

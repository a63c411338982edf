import { readCuts, readReasons } from '../binning/read-column.ts'
import { findMethod } from '../discretizers/registry.ts'
import { readSettings } from '../discretizers/discretize.ts'
import { liveCellsFromState, liveCellsToState } from '../summaries/live/live-cells-state.ts'
import { Pid } from '../summaries/live/pid.ts'
import { pidFromState, pidToState } from '../summaries/live/pid-state.ts'
import { readNote } from '../summaries/saved/read-target.ts'
import type { Proposal, Target } from '../types.ts'
import { checkFormat, type Field, jsonWithInfinities, parseJson } from '../util/saved-json.ts'
import { VERSION } from '../util/version.ts'
import { CutHistory } from './cut-history.ts'
import { LiveColumn, type LiveMethod } from './live-column.ts'
import { readBasis, readRebuild } from './rebuild.ts'
import { Stream } from './stream.ts'
import { calledAs } from '../util/called-as.ts'

/** The format of a saved stream and its version. */
export const STREAM_FORMAT = 'kerf-stream'
const STREAM_VERSION = 1

/**
 * A stream as text: versioned JSON on one line. What is read from it goes on as if it had never been saved.
 *
 *     const stream = new Stream({ columns: ['age'] })
 *     console.log(streamToJson(stream).split('\n').length) // → 2
 */
export function streamToJson(stream: Stream): string {
  return `${jsonWithInfinities(streamToState(stream))}\n`
}

/** A stream as plain data, to be saved beside other things. Infinities are still numbers in it. */
export function streamToState(stream: Stream): Record<string, unknown> {
  return {
    format: STREAM_FORMAT,
    version: STREAM_VERSION,
    kerf: VERSION,
    rows: stream.rows,
    unknownClasses: stream.unknownClasses,
    weighted: stream.weighted,
    target:
      stream.facts === null
        ? null
        : { ...stream.facts, maxClasses: stream.classes.most, classes: stream.classes.labels },
    columns: stream.columns.map(columnToState),
  }
}

/**
 * Reads a saved stream. Nothing in the text is trusted: a wrong field is refused with its path.
 *
 *     const stream = new Stream({ columns: ['age'], target: { kind: 'class' } })
 *     stream.push([31], 'yes')
 *     const again = streamFromJson(streamToJson(stream))
 *     again.push([19], 'no')
 *     console.log(again.rows) // → 2
 */
export function streamFromJson(text: string): Stream {
  return calledAs('streamFromJson', () => streamFromField(parseJson(text)))
}

/** Reads a saved stream from a part of another file. */
export function streamFromField(root: Field): Stream {
  checkFormat(root, STREAM_FORMAT)
  const columns = root.get('columns')
  const names = columns.list((field) => field.get('name').text())
  const repeated = names.findIndex((name, i) => names.indexOf(name) < i)
  if (repeated >= 0) columns.items()[repeated].get('name').fail('another name')
  if (names.length === 0) columns.fail('at least one column')
  const target = root.get('target').optional((f) => ({
    kind: f.get('kind').oneOf('class', 'numeric'),
    name: f.get('name').optional((name) => name.text()) ?? undefined,
    event: f.get('event').optional((event) => event.text()) ?? undefined,
    maxClasses: readMost(f.get('maxClasses')),
    classes: readLabels(f),
  }))
  return new Stream(
    { columns: names, target: target ?? undefined, weighted: root.get('weighted').truth() },
    {
      rows: root.get('rows').index(),
      unknown: root.get('unknownClasses').index(),
      columns: (now) => columns.list((field) => columnFromState(field, now)),
    },
  )
}

function readMost(field: Field): number {
  const most = field.index(65_536)
  return most > 0 ? most : field.fail('a whole number from 1 to 65536')
}

function readLabels(target: Field): string[] {
  const field = target.get('classes')
  const labels = field.list((item) => item.text())
  if (new Set(labels).size < labels.length || labels.includes(''))
    field.fail('labels that all differ, none of them empty')
  return labels.length <= readMost(target.get('maxClasses')) ? labels : field.fail('at most maxClasses labels')
}

function columnToState(column: LiveColumn): Record<string, unknown> {
  const { name, layer, how, rebuild, rows, rebuilds, bins, basis, history, problem } = column
  return {
    name,
    rows,
    rebuilds,
    method: how.method.name,
    options: how.options,
    rebuild,
    basis: basis === null ? null : { ...basis, min: orNull(basis.min), max: orNull(basis.max) },
    problem,
    bins:
      bins === null
        ? null
        : { options: bins.options, closed: bins.closed, cuts: bins.cuts, reasons: bins.reasons, notes: bins.notes },
    history: history.toState(),
    layer: layer instanceof Pid ? pidToState(layer) : liveCellsToState(layer),
  }
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

function columnFromState(field: Field, target: () => Target | null): LiveColumn {
  const state = field.get('layer')
  const layer = state.get('kind').oneOf('pid', 'cells') === 'pid' ? pidFromState(state) : liveCellsFromState(state)
  const wanted = target()
  const fits = layer.settings.target === (wanted?.kind ?? 'none')
  if (!fits)
    state
      .get('settings')
      .get('target')
      .fail(wanted?.kind ?? '"none"')
  if (wanted?.kind === 'class' && layer.classes !== wanted.classes.length) {
    state.get('settings').get('classes').fail(`${wanted.classes.length}, as many as the stream has`)
  }
  const how = readMethod(field)
  const rebuild = field.get('rebuild')
  const settings = rebuild.attempt(() =>
    readRebuild(
      {
        policy: rebuild.get('policy').oneOf('split', 'shares', 'rows', 'moved'),
        every: rebuild.get('every').index(),
        tolerance: rebuild.get('tolerance').finite(),
      },
      how.method,
    ),
  )
  const column = new LiveColumn(field.get('name').text(), layer, how, {
    rebuild: settings,
    target,
    history: CutHistory.fromState(field.get('history')),
  })
  column.restore({
    rows: field.get('rows').index(),
    rebuilds: field.get('rebuilds').index(),
    bins: field.get('bins').optional((f) => readBins(f, how.method.name)),
    basis: field.get('basis').optional(readBasis),
    problem: field.get('problem').optional((f) => f.text()),
  })
  return column
}

function readMethod(field: Field): LiveMethod {
  return field.get('method').attempt(() => {
    const method = findMethod(field.get('method').text())
    const options = field.get('options').record()
    readSettings({ ...options, method })
    return { method, options }
  })
}

function readBins(field: Field, method: string): Proposal {
  const cuts = readCuts(field.get('cuts'))
  return {
    method,
    options: field.get('options').record(),
    closed: field.get('closed').oneOf('left', 'right'),
    cuts,
    reasons: readReasons(field.get('reasons'), cuts),
    notes: field.get('notes').list(readNote),
  }
}

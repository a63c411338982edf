// Saved files of every kind, broken. What still loads must be whole: it is used, written, and read again.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mutateBytes, mutateJson, pick, WORDS } from './mutate.mjs'

const FILES = fileURLToPath(new URL('../../test/saved/files/', import.meta.url))
/** Where the checked part of a binary summary starts; its checksum stands before. */
const CHECKED_FROM = 16

export async function prepare(doors) {
  const { isKerfError } = doors
  /** What each kind of file is read, used and written with. */
  const KINDS = {
    'kerf-binning': both(doors.fromJson, doors.toJson, useBinning),
    'kerf-tree': both(doors.treeFromJson, doors.treeToJson, (tree) => doors.predictTree(tree, tableOf(tree.columns))),
    'kerf-rules': both(doors.rulesFromJson, doors.rulesToJson),
    'kerf-encoder': both(doors.encoderFromJson, doors.encoderToJson, (encoder) =>
      doors.encodeDense(encoder, tableOf(encoder.fields)),
    ),
    'kerf-summary': both(doors.summariesFromJson, doors.summariesToJson, useSummaries),
    'kerf-stream': both(doors.streamFromJson, doors.streamToJson, useStream),
    'naive-bayes': both(doors.naiveBayesFromJson, doors.naiveBayesToJson, (model) =>
      doors.predictNaiveBayes(model, tableOf(model.columns)),
    ),
    logistic: both(doors.modelFromJson, doors.modelToJson, (model) =>
      doors.predict(model, tableOf(model.encoder.fields)),
    ),
    neural: both(doors.neuralFromJson, doors.neuralToJson),
    watch: (text) => useWatch(text),
    bytes: both(doors.summariesFromBytes, doors.summariesToBytes, useSummaries),
  }
  const corpus = readdirSync(FILES).map((name) => {
    const bytes = readFileSync(FILES + name)
    return { name, bytes, kind: kindOf(name, bytes) }
  })
  const small = corpus.filter(({ bytes }) => bytes.length < 40_000)
  return { makeCase, tryCase }

  function makeCase(random) {
    // The largest files take ten times as long.
    const { bytes, kind } = pick(random, random.integer(8) === 0 ? corpus : small)
    if (kind === 'bytes') {
      const input = mutateBytes(bytes, random)
      return { kind, input: random.integer(4) === 0 ? input : sealed(input), use: true }
    }
    const text = bytes.toString()
    const input = random.integer(4) === 0 ? mutateBytes(bytes, random).toString() : mutateJson(text, random)
    return { kind, input, use: random.integer(2) === 0 }
  }

  function tryCase({ kind, input, use }) {
    return KINDS[kind](input, use)
  }

  /** @param {((loaded: any, input: string) => unknown) | null} apply */
  function both(read, write, apply = null) {
    return async (input, use) => {
      const loaded = refusing(() => read(input))
      if (loaded === null) return 'refused'
      const once = write(loaded)
      const twice = write(read(once))
      if (Buffer.compare(Buffer.from(once), Buffer.from(twice)) !== 0)
        throw new Error('what was read is not what is read again')
      // What a file holds may not suit the rows it is used on, which is then said.
      if (use && apply !== null) await refusing(() => apply(loaded, input))
      return 'read'
    }
  }

  /** What a function gives, null where it refuses; errors that are not for users are failures. */
  function refusing(make) {
    const known = (error) => {
      if (isKerfError(error)) return null
      throw error
    }
    try {
      const made = make()
      return made instanceof Promise ? made.catch(known) : made
    } catch (error) {
      return known(error)
    }
  }

  function useBinning(binning) {
    for (const column of binning.columns) {
      const levels = column.kind === 'category' || column.kind === 'boolean'
      doors.assign(column, levels ? [...WORDS, null] : Float64Array.of(0, -1, 1e300, Number.NaN, 5.5, -Infinity, 60))
    }
    for (const column of binning.columns) doors.binningTable(column, binning.target)
  }

  function useSummaries(summaries) {
    return doors.fitSummaries(summaries)
  }

  function useStream(stream, text) {
    const state = JSON.parse(text)
    if (state.watchers?.alarms !== undefined) watch(stream, state.watchers.alarms, state.settings?.alarms)
    else pushRows(stream)
  }

  function watch(stream, saved, options) {
    const alarms = new doors.StreamAlarms(stream, knownOptions(options))
    alarms.restore(saved)
    doors.watchStream(stream, [alarms], () => {})
    pushRows(stream)
    // What it remembers now can be restored too.
    new doors.StreamAlarms(stream, knownOptions(options)).restore(JSON.parse(JSON.stringify(alarms.toState())))
  }

  /** Options are checked elsewhere. */
  function knownOptions(options) {
    const kinds = Array.isArray(options?.kinds)
      ? options.kinds.filter((kind) => ['boundary', 'population', 'concept'].includes(kind))
      : []
    return kinds.length === 0 ? {} : { kinds }
  }

  function pushRows(stream) {
    for (let row = 0; row < 60; row++) {
      const values = stream.columns.map((_, c) => (row % 7 === c ? Number.NaN : ((row * 13) % 17) / 3))
      stream.push(values, stream.facts === null ? null : stream.facts.kind === 'class' ? `k${row % 2}` : row % 5)
    }
  }

  function useWatch(text) {
    const known = new doors.Stream({ columns: ['x'], target: { kind: 'class' }, rebuild: { every: 20 } })
    const loaded = refusing(() => {
      watch(known, parse(text).watch, {})
      return true
    })
    return loaded === null ? 'refused' : 'read'
  }

  /** The text of a watch is parsed by whoever saved it. */
  function parse(text) {
    try {
      return JSON.parse(text) ?? {}
    } catch {
      return {}
    }
  }

  function tableOf(columns) {
    const table = {}
    for (const { name, kind } of columns) {
      Object.defineProperty(table, name, {
        enumerable: true,
        configurable: true,
        value:
          kind === 'category' || kind === 'boolean'
            ? ['a', null, 'b', '__proto__']
            : Float64Array.of(1, Number.NaN, -3, 1e9),
      })
    }
    return table
  }

  function sealed(bytes) {
    if (bytes.length < CHECKED_FROM) return bytes
    const copy = Buffer.from(bytes)
    copy.writeUInt32LE(doors.crc32(copy.subarray(CHECKED_FROM)), CHECKED_FROM - 4)
    return copy
  }
}

function kindOf(name, bytes) {
  if (/\.(kerf|bytes)$/.test(name)) return 'bytes'
  const { format, kind } = JSON.parse(bytes.toString())
  return format === undefined ? 'watch' : format === 'kerf-model' ? kind : format
}

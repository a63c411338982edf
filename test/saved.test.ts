import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { modelFromJson, modelToJson } from '../src/models/index.ts'
import { neuralFromJson, neuralToJson } from '../src/models/neural/index.ts'
import { closeDuckDb, fromJson, methods, toJson } from '../src/node.ts'
import { encoderFromJson, encoderToJson } from '../src/encoders/index.ts'
import { naiveBayesFromJson, naiveBayesToJson } from '../src/models/index.ts'
import { Stream, StreamAlarms, streamFromJson, streamToJson, rulesFromJson, rulesToJson } from '../src/streams/index.ts'
import {
  summaryFromBytes,
  readSummaries,
  summariesFromBytes,
  summariesFromJson,
  summariesToBytes,
  summariesToJson,
  summaryToBytes,
} from '../src/summaries/index.ts'
import { treeFromJson, treeToJson } from '../src/trees/index.ts'
import { kerf } from './cli/run.ts'
import { type Command, EARLIER, EXIT_CODES, HUMAN, MACHINE, METHOD_NAMES, PAGES, SAVING } from './saved/commands.ts'
import {
  essence,
  FREEZING,
  frozenNames,
  frozenPath,
  nowAndBefore,
  output,
  readFrozen,
  sha256,
  withoutSentences,
  workplace,
} from './saved/frozen.ts'
import { MADE, trainedNet } from './saved/library.ts'

// What users keep must stay readable, and what programs read must not change. The files in test/saved were written by the
// version that first had them. KERF_FREEZE=1 writes them anew, and is right only where a change is meant and told of.

const place = workplace()
const home = process.cwd()
/** Frozen files that some command or function makes, or made. */
const known = new Set(EARLIER.map((name) => `files/${name}`))

afterAll(async () => {
  process.chdir(home)
  await closeDuckDb()
})

/** What is made now and what was frozen; remembers that the frozen file is known. */
function frozen(name: string, data: string | Uint8Array): ReturnType<typeof nowAndBefore> {
  known.add(name)
  return nowAndBefore(name, data)
}

/** The same of a saved file; when it was just written, commands after this one find it too. */
function frozenFile(name: string, data: string | Uint8Array): ReturnType<typeof nowAndBefore> {
  const both = frozen(`files/${name}`, data)
  if (FREEZING) copyFileSync(frozenPath(`files/${name}`), join(place, 'saved', name))
  return both
}

describe('what is saved now is what was saved', () => {
  test.each(SAVING)('$name', async (command) => {
    const { files } = await output(place, command)
    const saved = [...files].filter(([name]) => name !== 'rows.csv')
    expect(saved).not.toEqual([])
    for (const [name, data] of saved) {
      const { now, before } = frozenFile(name, data)
      expect(now, name).toBe(before)
    }
  })
  test.each(Object.keys(MADE))('%s, by the library', async (name) => {
    const { now, before } = frozenFile(name, await MADE[name]())
    expect(now).toBe(before)
  })
  test('a net, which is trained only where there is none', async () => {
    const name = 'model-neural.json'
    const isThere = existsSync(frozenPath(`files/${name}`))
    if (FREEZING && !isThere) frozenFile(name, await trainedNet(join(place, 'visits.csv')))
    known.add(`files/${name}`)
    expect(isThere || FREEZING).toBe(true)
  })
})

/** How a saved file is read and saved again, by the start of its name or, for JSON, by its format and kind. */
function again(name: string): Uint8Array | string {
  const data = readFrozen(`files/${name}`)
  if (name.endsWith('.kerf'))
    return summariesToBytes(name.includes('coarse') ? readSummaries(data) : summariesFromBytes(data))
  if (name.endsWith('.bytes')) return summaryToBytes(summaryFromBytes(data))
  const text = data.toString()
  const { format, kind } = JSON.parse(text) as { format?: string; kind?: string }
  if (format === 'kerf-binning') return toJson(fromJson(text))
  if (format === 'kerf-summary') return summariesToJson(summariesFromJson(text))
  if (format === 'kerf-tree') return treeToJson(treeFromJson(text))
  if (format === 'kerf-rules') return rulesToJson(rulesFromJson(text))
  if (format === 'kerf-encoder') return encoderToJson(encoderFromJson(text))
  if (format === 'kerf-stream') return streamToJson(streamFromJson(text))
  if (kind === 'logistic') return modelToJson(modelFromJson(text))
  if (kind === 'naive-bayes') return naiveBayesToJson(naiveBayesFromJson(text))
  if (kind === 'neural') return neuralToJson(neuralFromJson(text))
  return expect.fail(`no way to read ${name}`)
}

describe('a saved file is read, and saved again as it was', () => {
  const names = frozenNames('files')
  const states = names.filter((name) => name.endsWith('.state'))
  const others = [...states, 'stream-alarms.json']

  test.each(names.filter((name) => !others.includes(name)))('%s', (name) => {
    expect(Buffer.from(again(name)).equals(readFrozen(`files/${name}`))).toBe(true)
  })
  test.each(states)('%s: its stream', (name) => {
    const text = readFrozen(`files/${name}`).toString()
    // The command line saves more with a stream; MACHINE has commands that go on from it.
    const saved = JSON.parse(text) as Record<string, unknown>
    for (const [key, value] of Object.entries(JSON.parse(streamToJson(streamFromJson(text))) as object)) {
      expect(JSON.stringify(value), key).toBe(JSON.stringify(saved[key]))
    }
  })
  test('stream-alarms.json', () => {
    const { watch } = JSON.parse(readFrozen('files/stream-alarms.json').toString()) as { watch: unknown }
    const stream = new Stream({ columns: ['x'], target: { kind: 'class' }, rebuild: { every: 100 } })
    const restored = new StreamAlarms(stream, { runLength: 2000 })
    restored.restore(watch)
    expect(JSON.stringify(restored.toState())).toBe(JSON.stringify(watch))
  })
})

describe('what programs read', () => {
  test('every method is among the commands', () => {
    expect(METHOD_NAMES.toSorted()).toEqual(Array.from(methods(), ({ name }) => name).toSorted())
  })
  test.each(MACHINE)('$name: kerf $line', async (command) => {
    const { out, files } = await output(place, command)
    expect(out.length + files.size).toBeGreaterThan(0)
    const parts = [...files].map(([name, data]): [string, string | Uint8Array] =>
      // A state that went on is as long as the one it came from.
      name.endsWith('.state') ? ['sha256', `${sha256(essence(data))}\n`] : [`${name}.out`, data],
    )
    if (out !== '') parts.push(['out', withoutSentences(out)])
    for (const [end, data] of parts) {
      const { now, before } = frozen(`outputs/${command.name}.${end}`, data)
      expect(now, end).toBe(before)
    }
  })
})

describe('what people look at', () => {
  test.each(PAGES)('$name is drawn as it was: kerf $line', async (command: Command) => {
    const { files } = await output(place, command)
    expect(files.size).toBe(1)
    const [page] = files.values()
    const { now, before } = frozen(`outputs/${command.name}.sha256`, `${sha256(page)}\n`)
    expect(now).toBe(before)
  })
  test.each(HUMAN)('says something: kerf %s', async (line) => {
    expect((await output(place, { name: line, line })).out).not.toBe('')
  })
  test.each(EXIT_CODES)('exit code %i: kerf %s', async (code, line) => {
    expect((await kerf(line.split(' '), { cwd: place })).code).toBe(code)
  })
})

test('every frozen file is one that something makes', () => {
  const there = ['files', 'outputs'].flatMap((within) => frozenNames(within).map((name) => `${within}/${name}`))
  expect(there.filter((name) => !known.has(name))).toEqual([])
})

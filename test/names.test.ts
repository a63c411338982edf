import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENTRIES, specifierOf } from '../scripts/package/entries.mjs'
import * as kerf from '../src/index.ts'

/** Most runtime names of `kerf` itself: a list that can be read at once. The rest is in the entries beside it. */
const MOST = 90

/** All runtime names of `kerf`. A name that comes or goes is a decision: docs/stability.md says how names are retired. */
const NAMES = `
  AbortError ArgumentError DataError FormatError KerfError isKerfError errorToJson errorFromJson VERSION
  summarize discretize merge
  fit fitAsync fitTable fitSummary fitSummaries certify chi2Table findCuts cutAndAssign fitAndAssign inlinePool
  methods findMethod traitsOf adviseBins
  ameva binLog binary cacc caim chi2 chiMerge cliffs d2 equalFrequency equalWidth fixed kMeans khiops mdlp modl optimal variance
  assign assignCuts slotCount slotLabels binLabels hasCuts binningTable recount recountColumn edit makeEditor groupLevels column binEdges labelOf representatives
  binningToJson binningFromJson toJson fromJson toBinning
  pickTable splitRows toTable fromRows
  rankColumns columnGroups compareMethods bestOn compareDrift driftByPeriod diffBinnings verifyBinning
  random Scratch parseRule
`
  .trim()
  .split(/\s+/)

/** Parts of the machinery that were public once. */
const INTERNAL = ['ASIDE', 'markRows', 'eventClass', 'arrangementBits', 'summarizeNumbers', 'summarizeCategories']

const entries = new Map<string, Record<string, unknown>>()

beforeAll(async () => {
  const source = fileURLToPath(new URL('../src', import.meta.url))
  for (const [entry, path] of Object.entries(ENTRIES)) {
    entries.set(specifierOf(entry), (await import(join(source, path))) as Record<string, unknown>)
  }
})

test('the change log says how many names there are', () => {
  const log = readFileSync(fileURLToPath(new URL('../CHANGELOG.md', import.meta.url)), 'utf8')
  expect(/`kerf` has (\d+) names/.exec(log)?.[1]).toBe(String(NAMES.length))
})

test('kerf exports the names of the list, and few enough', () => {
  expect(Object.keys(kerf).toSorted()).toEqual(NAMES.toSorted())
  expect(NAMES.length).toBeLessThanOrEqual(MOST)
})

describe('names', () => {
  test('of methods are those of the methods', () => {
    const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    for (const method of kerf.methods()) {
      expect([method.name, (kerf as Record<string, unknown>)[camel(method.name)]]).toEqual([method.name, method])
    }
  })

  test('of what writes and what reads come in pairs', () => {
    const all = new Set([...entries.values()].flatMap((names) => Object.keys(names)))
    const partner = (name: string): string =>
      name.replace(/(t|T)o(Json|Bytes)$/, (_, t: string, kind: string) => `${t === 't' ? 'f' : 'F'}rom${kind}`)
    const written = [...all].filter((name) => /(?:^t|T)o(?:Json|Bytes)$/.test(name))
    expect(written.length).toBeGreaterThan(8)
    expect(written.filter((name) => !all.has(partner(name)))).toEqual([])
    const read = [...all].filter((name) => /(?:^f|F)rom(?:Json|Bytes)$/.test(name))
    expect(read.length).toBe(written.length)
  })

  test('in several entries mean the same, but for the measure of a method', () => {
    const meanings = new Map<string, Set<unknown>>()
    for (const names of entries.values()) {
      for (const [name, value] of Object.entries(names)) {
        meanings.set(name, (meanings.get(name) ?? new Set()).add(value))
      }
    }
    const several = [...meanings].filter(([, values]) => values.size > 1).map(([name]) => name)
    expect(several).toEqual(['variance'])
  })

  test('of the machinery are not public', () => {
    const found = [...entries].flatMap(([from, names]) =>
      INTERNAL.filter((name) => name in names).map((n) => [from, n]),
    )
    expect(found).toEqual([])
  })
})

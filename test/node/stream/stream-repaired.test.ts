import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { StreamRun } from '../../../src/node/stream/stream-run.ts'
import { growTree } from '../../../src/trees/grow/grow-tree.ts'
import { treeFromJson } from '../../../src/trees/tree-json.ts'
import { random } from '../../../src/util/random.ts'
import { folder } from '../../cli/run.ts'
import { makeRun } from './stream-made.ts'

/** Lines x,y,label: yes above the boundary of x. */
function lines(seed: number, rows: number, boundary: (row: number) => number): string[] {
  const { next } = random(seed)
  return Array.from({ length: rows }, (_, row) => {
    const [x, y] = [next(), next()]
    return `${x.toFixed(4)},${y.toFixed(4)},${next() < 0.1 === x > boundary(row) ? 'no' : 'yes'}`
  })
}

const fields = lines(1, 1000, () => 0.3).map((line) => line.split(','))
const TREE = growTree({ x: fields.map(([x]) => Number(x)), label: fields.map(([, , label]) => label) }, { target: 'label', maxDepth: 1 }) // prettier-ignore
const FLOW = lines(2, 1200, (row) => (row < 500 ? 0.3 : 0.6))

/** A run that repairs, with its events. */
function repairing(
  path: string,
  given: Partial<Parameters<typeof makeRun>[0]> = {},
): { run: StreamRun; events: string[] } {
  const events: string[] = []
  const repair = { path: 'tree.json', model: TREE, output: join(path, 'out.json'), rows: 500 }
  const run = makeRun({
    data: join(path, 'in.csv'),
    target: 'label',
    state: join(path, 's.json'),
    rebuild: { policy: 'rows', every: 1000 },
    alarms: {},
    repair,
    onEvent: (line) => events.push(line),
    ...given,
  })
  return { run, events }
}

describe('a stream that repairs a tree', () => {
  test('saves it and tells of it; killed and started again, the same as undisturbed', async () => {
    const whole = folder({ 'in.csv': `x,y,label\n${FLOW.join('\n')}\n` })
    const undisturbed = repairing(whole)
    await undisturbed.run.run()
    expect(undisturbed.run.repairs).toBeGreaterThan(0)
    const told = undisturbed.events.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(told.filter(({ event, refused }) => event === 'repair' && refused === null)).toHaveLength(
      undisturbed.run.repairs,
    )
    expect(undisturbed.run.alarms.counts().some(({ kind }) => kind === 'repair')).toBe(false)
    const after = treeFromJson(readFileSync(join(whole, 'out.json'), 'utf8'))
    expect(after.root.test?.cut).toBeCloseTo(0.6, 1)
    expect(after.notes.at(-1)?.code).toBe('repaired')

    const path = folder({ 'in.csv': 'x,y,label\n' })
    const events: string[] = []
    for (let from = 0; from < FLOW.length; from += 430) {
      appendFileSync(join(path, 'in.csv'), `${FLOW.slice(from, from + 430).join('\n')}\n`)
      const part = repairing(path)
      await part.run.run()
      events.push(...part.events)
    }
    expect(events).toEqual(undisturbed.events)
    const content = (of: string, name: string): string =>
      readFileSync(join(of, name), 'utf8')
        .replaceAll(of, '')
        .replace(/"inode":"\d+"/, '"inode":"…"')
    expect(content(path, 'out.json')).toBe(content(whole, 'out.json'))
    expect(content(path, 's.json')).toBe(content(whole, 's.json'))

    // What was saved is written again where it was lost, and only there.
    writeFileSync(join(path, 'out.json'), 'lost')
    appendFileSync(join(path, 'in.csv'), '0.5,0.5,no\n')
    await repairing(path).run.run()
    expect(content(path, 'out.json')).toBe(content(whole, 'out.json'))
  })

  test('writes over nothing that is not its own, and goes on with its own tree only', async () => {
    const path = folder({ 'in.csv': `x,y,label\n${FLOW.slice(0, 60).join('\n')}\n`, 'out.json': 'theirs' })
    await expect(repairing(path).run.run()).rejects.toThrow(/out\.json exists already; add --force to replace it/)
    expect(existsSync(join(path, 's.json'))).toBe(false)
    await repairing(path, { force: true }).run.run()
    expect(readFileSync(join(path, 'out.json'), 'utf8')).toBe('theirs')
    const other = { path: 'tree.json', model: { ...TREE, notes: [] }, output: join(path, 'out.json'), rows: 500 }
    const changed = { ...other, model: { ...TREE, notes: [{ code: 'a', message: 'b' }] } }
    await expect(repairing(path, { repair: changed }).run.run()).rejects.toThrow(
      'the tree to repair is not what the state was made with',
    )
    await expect(repairing(path, { repair: { ...other, rows: 600 } }).run.run()).rejects.toThrow(
      /was made with repairRows 500, now it is 600/,
    )
    await expect(repairing(path, { repair: undefined }).run.run()).rejects.toThrow(
      /was made with repair "tree.json", now it is nothing/,
    )
    writeFileSync(join(path, 'theirs.json'), 'theirs')
    const elsewhere = { ...other, output: join(path, 'theirs.json') }
    await expect(repairing(path, { repair: elsewhere }).run.run()).rejects.toThrow(/theirs\.json exists already/)
  })
})

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Binning, binningToJson, compareDrift, edit, fitTable, type NumberColumn } from '../../../src/index.ts'
import { makeEncoder, oneHot } from '../../../src/encoders/index.ts'
import { modelToJson, trainTable } from '../../../src/models/index.ts'
import { random } from '../../../src/util/random.ts'
import { folder } from '../run.ts'
import { metric, post, read, scores, start } from './start-server.ts'

const made = folder()

/** Ages around a mean, and a town. */
function people(rows: number, mean: number, seed: number): { age: number[]; town: string[]; bought: string[] } {
  const { next } = random(seed)
  const age = Array.from({ length: rows }, () => Math.round(mean + 20 * (next() + next() - 1)))
  return {
    age,
    town: age.map((_, i) => (i % 3 === 0 ? 'a' : 'b')),
    bought: age.map((one) => (one > 45 ? 'yes' : 'no')),
  }
}

async function savedBins(name: string): Promise<{ path: string; binning: Binning }> {
  const path = join(made, name)
  const binning = await fitTable(people(2000, 45, 1), { target: 'bought' })
  writeFileSync(path, binningToJson(binning))
  return { path, binning }
}

const asked = ({ age, town }: ReturnType<typeof people>): { columns: object } => ({ columns: { age, town } })

describe('drift', () => {
  test('is that of the library over the last rows, and moves when the rows do', async () => {
    const { path, binning } = await savedBins('bins.json')
    const server = await start(path, { window: 500 })
    expect(await read(server, 'drift')).toBe('{"rows":0,"columns":[]}\n')
    const alike = people(500, 45, 2)
    await scores(server, asked(alike))
    const told = JSON.parse(await read(server, 'drift')) as { rows: number; columns: { name: string; psi: number }[] }
    const want = compareDrift({ ...binning, target: null }, { age: alike.age, town: alike.town })
    expect(told).toMatchObject({ rows: 500, columns: want.columns.map(({ name, level, psi, pValue, reason }) => ({ name, level, psi, pValue, reason })) }) // prettier-ignore
    expect(await metric(server, 'kerf_serve_drift_level{column="age"}')).toBe(0)
    const before = await metric(server, 'kerf_serve_drift_psi{column="age"}')
    expect(before).toBe(told.columns[0].psi)

    // Older people, 300 at a time: the oldest rows of the window give way.
    const older = people(600, 60, 3)
    for (const from of [0, 300]) {
      const part = Object.fromEntries(Object.entries(older).map(([name, list]) => [name, list.slice(from, from + 300)]))
      await scores(server, asked(part as typeof older))
    }
    // A comparison is made again after a while.
    await until(async () => (await metric(server, 'kerf_serve_drift_psi{column="age"}')) !== before, 100)
    const last = { age: older.age.slice(-500), town: older.town.slice(-500) }
    const [age, town] = compareDrift({ ...binning, target: null }, last).columns
    expect(await metric(server, 'kerf_serve_drift_psi{column="age"}')).toBe(age.psi)
    expect(await metric(server, 'kerf_serve_drift_psi{column="town"}')).toBe(town.psi)
    expect(await metric(server, 'kerf_serve_drift_level{column="age"}')).toBe(3)
    expect(age.psi).toBeGreaterThan(10 * before)
    expect(await metric(server, 'kerf_serve_drift_rows')).toBe(500)
    expect(await metric(server, 'kerf_serve_rows_total')).toBe(1100)
  })

  test('of a model is measured against a binning, where one is given', async () => {
    const { path, binning } = await savedBins('reference.json')
    const table = people(300, 45, 4)
    const model = await trainTable(table, makeEncoder(binning, { encoding: oneHot }))
    const file = join(made, 'model.json')
    writeFileSync(file, modelToJson(model))
    const without = await start(file)
    expect(await read(without, 'drift')).toBe(
      '{"error":"there is nothing to compare with: start kerf serve with --reference and the binning of the fit"}\n',
    )
    expect(await metric(without, 'kerf_serve_drift_rows')).toBeNaN()
    const server = await start(file, { reference: path })
    await scores(server, asked(table))
    expect(await metric(server, 'kerf_serve_drift_psi{column="age"}')).toBeGreaterThan(0)
    const other = join(made, 'other.json')
    writeFileSync(other, binningToJson(await fitTable({ height: [1, 2, 3] })))
    await expect(start(file, { reference: other })).rejects.toThrow(/has none of the columns that .* is scored by/)
  })
})

describe('a file that changes', () => {
  test('is read again without a lost request, and every answer is from one of the two', async () => {
    const { path, binning } = await savedBins('live.json')
    const [cut] = (binning.columns[0] as NumberColumn).cuts
    const moved = edit(binning, { column: 'age', move: cut, to: cut + 5 })
    const texts = [binning, moved].map(binningToJson)
    const server = await start(path)
    server.served.watch(10)
    const row = { age: cut + 1, town: 'a' }
    const answers = new Map<string, Set<string>>()
    const going = new AbortController()
    const client = async (): Promise<void> => {
      while (!going.signal.aborted) {
        const { status, text, headers } = await post(server, { row })
        const key = `${status} ${headers.get('x-kerf-file')}`
        answers.set(key, (answers.get(key) ?? new Set()).add(text))
      }
    }
    const clients = Array.from({ length: 8 }, client)
    for (let i = 1; i <= 4; i++) {
      writeFileSync(`${path}.new`, texts[i % 2])
      renameSync(`${path}.new`, path)
      await until(() => server.served.reloads === i)
    }
    going.abort()
    await Promise.all(clients)
    expect(answers.size).toBe(2)
    expect([...answers].every(([key, told]) => key.startsWith('200 ') && told.size === 1)).toBe(true)
    expect(new Set([...answers.values()].flatMap((one) => [...one])).size).toBe(2)
  })

  test('keeps the old one while it is broken or gone, which log and metrics tell', async () => {
    const { path } = await savedBins('broken.json')
    const text = readFileSync(path, 'utf8')
    const server = await start(path)
    const body = { row: { age: 30, town: 'a' } }
    const want = await scores(server, body)
    server.served.watch(10)
    writeFileSync(path, text.slice(0, 500))
    await until(() => server.served.refused > 0)
    expect(await scores(server, body)).toEqual(want)
    expect(server.log).toHaveLength(1)
    expect(server.log[0]).toMatch(
      /^the file changed and cannot be used, the old one is still served: .*broken\.json is not a usable binning: /,
    )
    expect(await metric(server, 'kerf_serve_file_broken')).toBe(1)
    rmSync(path)
    await until(() => server.log.length === 2)
    expect(server.log[1]).toMatch(/broken\.json does not exist$/)
    expect(await scores(server, body)).toEqual(want)
    writeFileSync(path, text)
    await until(() => server.served.fault === null)
    expect(await metric(server, 'kerf_serve_file_broken')).toBe(0)
    expect(await metric(server, 'kerf_serve_reloads_refused_total')).toBe(2)
    // The same content is no change.
    expect(await metric(server, 'kerf_serve_reloads_total')).toBe(0)
  })
})

async function until(condition: () => boolean | Promise<boolean>, pause = 5): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, pause))
}

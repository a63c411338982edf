import { ArgumentError, errorFromJson, errorToJson } from '../../src/errors.ts'
import { describe, expect, test, vi } from 'vitest'
import { DataError, fitTable, type FitTableOptions, FormatError, mdlp, random } from '../../src/index.ts'
import type { WorkerHost } from '../../src/workers/worker-queue.ts'
import { type WorkerPool, workerPool } from '../../src/workers/worker-pool.ts'
import { columnWorker, type WorkerMessage, type WorkerReply } from '../../src/workers/column-task.ts'
import { manyKinds } from './many-kinds.ts'

interface Watched {
  readonly pool: WorkerPool
  readonly started: () => number
  readonly closed: () => number
  readonly held: () => number
  /** names of columns in the order in which workers got them */
  readonly sent: string[]
  /** how many of them another thread had taken */
  readonly taken: () => number
  readonly memory: Set<ArrayBufferLike>
}

/** A pool whose workers live in this thread: messages are copied as between threads, answers come later. */
function watched(
  threads: number,
  delay: (name: string) => number = () => 0,
  breaks: string | null = null,
  here = false,
  startAfter = 0,
): Watched {
  let [started, closed, left] = [0, 0, 0]
  const held = new Set<object>()
  const sent: string[] = []
  const memory = new Set<ArrayBufferLike>()
  const host: WorkerHost = {
    start(onReply, onBreak) {
      started++
      const answer = columnWorker()
      const handle = {
        send(message: WorkerMessage) {
          const copy = structuredClone(message)
          const name = copy.kind === 'column' ? copy.task.name : ''
          if (copy.kind === 'column') {
            sent.push(name)
            memory.add((message as { task: { values: Float64Array } }).task.values.buffer)
          }
          if (name === breaks) setTimeout(() => onBreak(new Error('out of memory')), 1)
          else setTimeout(() => reply(answer(copy)), delay(name))
        },
        hold: (wait: boolean) => void (wait ? held.add(handle) : held.delete(handle)),
        close: async () => void closed++,
      }
      const reply = (given: WorkerReply | null): void => {
        if (given !== null && 'taken' in given) left++
        if (given !== null) onReply(structuredClone(given))
      }
      return handle
    },
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  }
  const pool = workerPool(host, { threads, fewValues: 0, here, startAfter })
  return { pool, started: () => started, closed: () => closed, held: () => held.size, sent, taken: () => left, memory }
}

const rows = 400
const { table, options } = manyKinds(rows, 11)

describe('any number of workers gives the bytes of one thread', () => {
  for (const threads of [1, 2, 3, 40]) {
    test(`${threads}`, async () => {
      const { pool, started, held, sent } = watched(threads, () => (threads === 3 ? 2 : 0))
      const inline = JSON.stringify(await fitTable(table, options))
      for (let time = 0; time < 2; time++) {
        expect(JSON.stringify(await fitTable(table, { ...options, pool }))).toBe(inline)
      }
      expect(started()).toBe(threads === 1 ? 0 : Math.min(threads, 8))
      expect(new Set(sent).has('text')).toBe(false)
      expect(new Set(sent).has('infinite')).toBe(false)
      expect(held()).toBe(0)
    })
  }

  test('the thread that asks may be one of them, and takes what still waits', async () => {
    const inline = JSON.stringify(await fitTable(table, options))
    for (const threads of [1, 2, 3]) {
      // Answers that come late leave columns waiting.
      const { pool, started, sent, taken, held } = watched(threads, () => 60, null, true)
      const progress: number[] = []
      for (let time = 0; time < 2; time++) {
        const binning = await fitTable(table, { ...options, pool, onProgress: (done) => void progress.push(done) })
        expect(JSON.stringify(binning)).toBe(inline)
      }
      const names = JSON.parse(inline).columns.length
      expect(progress).toEqual([...Array(2 * names).keys()].map((i) => (i % names) + 1))
      expect(started()).toBe(threads - 1)
      expect(taken() > 0).toBe(threads > 1)
      expect(taken()).toBeLessThan(sent.length + 1)
      expect(held()).toBe(0)
    }
  })

  test('with labels of a byte each, which travel as they are', async () => {
    const yes = Uint8Array.from(table['y'] as string[], (label) => Number(label === 'yes'))
    for (const y of [yes, yes.map((label) => label + 1), new Uint8Array(yes.length)]) {
      const labelled = { ...table, y }
      const inline = JSON.stringify(await fitTable(labelled, options))
      for (const threads of [1, 3]) {
        const { pool } = watched(threads)
        expect(JSON.stringify(await fitTable(labelled, { ...options, pool }))).toBe(inline)
      }
    }
  })

  test('with weights and a numeric target', async () => {
    const weighted = { ...table, w: Float64Array.from({ length: rows }, (_, row) => (row % 5) / 4) }
    const asked: FitTableOptions = { target: 'normals', weights: 'w', columns: ['shared', 'gaps', 'codes'] }
    const inline = JSON.stringify(await fitTable(weighted, asked))
    expect(JSON.stringify(await fitTable(weighted, { ...asked, pool: watched(2).pool }))).toBe(inline)
  })
})

test('workers serve several tables at once, each with its own rows', async () => {
  const { pool } = watched(2, () => 1)
  const tables = [1, 2, 3].map((seed) => manyKinds(100 * seed, seed))
  const pooled = await Promise.all(tables.map((made) => fitTable(made.table, { ...made.options, pool })))
  const inline = await Promise.all(tables.map((made) => fitTable(made.table, made.options)))
  expect(JSON.stringify(pooled)).toBe(JSON.stringify(inline))
})

test('workers keep their memory, and nothing of one large table shows in the next', async () => {
  const { pool } = watched(2)
  for (const [count, seed] of [
    [60_000, 1],
    [50_001, 2],
    [70_000, 3],
  ]) {
    // prettier-ignore
    const { normal, next } = random(seed)
    const x = Float64Array.from({ length: count }, () => (seed === 2 ? Math.round(normal() * 9) : normal()))
    const large = {
      x,
      z: Float64Array.from(x, () => normal()),
      y: Array.from(x, (value) => (value > next() ? 'a' : 'b')),
    }
    const asked: FitTableOptions = seed === 3 ? { columns: ['x', 'z'] } : { target: 'y' }
    const inline = JSON.stringify(await fitTable(large, asked))
    expect(JSON.stringify(await fitTable(large, { ...asked, pool }))).toBe(inline)
  }
})

test('workers may be started before there is a table', async () => {
  const early = watched(3)
  early.pool.start()
  early.pool.start()
  expect(early.started()).toBe(3)
  expect(early.held()).toBe(0)
  await fitTable(table, { ...options, pool: early.pool })
  expect(early.started()).toBe(3)
  await early.pool.close()
  early.pool.start()
  expect(early.started()).toBe(3)
  const alone = watched(1)
  alone.pool.start()
  expect(alone.started()).toBe(0)
})

test('shared columns are not copied, and the memory of others is used again', async () => {
  const columns = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`x${i}`, table.normals]))
  const { pool, memory } = watched(2)
  await fitTable({ ...columns, shared: table.shared, y: table.y }, { target: 'y', pool })
  expect(memory).toContain((table.shared as Float64Array).buffer)
  expect(memory.size).toBeLessThanOrEqual(5)
})

test('progress counts every column once, in the order in which they are done', async () => {
  const { pool } = watched(3, (name) => (name === 'normals' ? 400 : 0))
  const seen: (readonly [number, number, string])[] = []
  const all = Object.keys(table).filter((name) => name !== 'y')
  await fitTable(table, { ...options, pool, onProgress: async (...step) => void seen.push(step) })
  expect(seen.map(([done]) => done)).toEqual(all.map((_, i) => i + 1))
  expect(seen.map(([, , name]) => name).toSorted()).toEqual(all.toSorted())
  expect(seen.at(-1)?.[2]).toBe('normals')
})

describe('what fails', () => {
  test('is reported for the first column in the order of the table, whichever fails first', async () => {
    const wrong = { shared: { maxBins: -1 }, gaps: { stop: 'never' }, whole: { bins: 0 }, codes: { bins: 0 } }
    const own: FitTableOptions = { target: 'y', perColumn: wrong }
    const inline = await fitTable(table, own).catch((error: unknown) => error)
    expect(inline).toBeInstanceOf(ArgumentError)
    for (const late of ['shared', 'gaps', 'whole']) {
      const { pool } = watched(3, (name) => (name === late ? 30 : 0))
      const error = await fitTable(table, { ...own, pool }).catch((thrown: unknown) => thrown)
      expect(error).toEqual(inline)
      expect(error).toBeInstanceOf(ArgumentError)
    }
  })

  test('keeps its class, column and row', async () => {
    const text = { ...table, normals: table.text }
    const asked: FitTableOptions = { target: 'y', perColumn: { normals: { kind: 'number' } } }
    await expect(fitTable(text, { ...asked, pool: watched(2).pool })).rejects.toThrow(
      'fitTable: column "normals" must hold numbers, got "level',
    )
    const unsupervised: FitTableOptions = { columns: ['normals', 'shared'], all: { method: mdlp } }
    const error = await fitTable(table, { ...unsupervised, pool: watched(2).pool }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DataError)
    expect(error).toMatchObject({ name: 'DataError', column: 'normals', message: expect.stringContaining('target') })
  })

  test('travels as plain data and comes back as it was', () => {
    const errors = [
      new DataError('a', { column: 'c', row: 3 }),
      new DataError('b'),
      new FormatError('x[0]', 'must be y'),
      new FormatError('', 'bare'),
      new ArgumentError('r', { code: 'out-of-range' }),
      new ArgumentError('t', { code: 'wrong-type' }),
      new Error('plain'),
    ]
    for (const error of errors) {
      const back = errorFromJson(structuredClone(errorToJson(error)))
      expect(back).toEqual(error)
      expect(back.constructor).toBe(error.constructor)
      expect(Object.assign({}, back)).toEqual(Object.assign({}, error))
    }
    expect(errorFromJson(errorToJson('text')).message).toBe('text')
  })

  test('an option that cannot be copied is refused as inline', async () => {
    const asked = { target: 'y', all: { stop: () => 1 } } as unknown as FitTableOptions
    const inline = await fitTable(table, asked).catch((error: unknown) => error)
    const error = await fitTable(table, { ...asked, pool: watched(2).pool }).catch((thrown: unknown) => thrown)
    expect(error).toEqual(inline)
    expect(error).toBeInstanceOf(Error)
  })

  test('a worker that ends fails its fit, and the next fit starts another', async () => {
    const { pool, started } = watched(2, () => 0, 'shared')
    await expect(fitTable(table, { ...options, pool })).rejects.toThrow('out of memory')
    const without: FitTableOptions = { target: 'y', columns: ['normals', 'gaps', 'whole'] }
    const again = await fitTable(table, { ...without, pool })
    expect(again).toEqual(await fitTable(table, without))
    expect(started()).toBe(3)
  })
})

test('workers start while the target is still read, for columns that are sure to be numbers', async () => {
  const { pool, started } = watched(8, undefined, null, true)
  const numbers = (): Float64Array => Float64Array.from({ length: 50 }, (_, i) => i)
  const fitting = fitTable({ a: numbers(), b: numbers(), c: numbers(), d: Array.from(numbers()) }, { pool })
  expect(started()).toBe(2)
  await fitting
})

describe('a thread that is one of its pool', () => {
  const numbers = (): Float64Array => Float64Array.from({ length: 50 }, (_, i) => i % 7)
  const four = { a: numbers(), b: numbers(), c: numbers(), d: numbers() }

  /** Fits four columns that take so many milliseconds each, as the clock tells, and says how many workers there are then. */
  async function after(each: number, pool: WorkerPool, started: () => number): Promise<number> {
    const clock = vi.spyOn(Date, 'now')
    let [time, calls] = [0, 0]
    // Each column asks when it begins and when it ends; whoever asks in between is told nothing new.
    clock.mockImplementation(() => (calls++ % 2 === 0 ? time : (time += each)))
    try {
      expect(await fitTable(four, { pool })).toEqual(await fitTable(four))
    } finally {
      clock.mockRestore()
    }
    return started()
  }

  test('does little work alone, and starts others once they have been worth it', async () => {
    const { pool, started } = watched(2, undefined, null, true, 1000)
    expect(await after(0, pool, started)).toBe(0)
    for (let tables = 0; tables < 20 && started() === 0; tables++) await after(100, pool, started)
    expect(started()).toBe(1)
    await pool.close()
  })

  test('starts others at once where it is told to', async () => {
    const { pool, started } = watched(2, undefined, null, true, 1000)
    pool.start()
    expect(started()).toBe(1)
    expect(await after(0, pool, started)).toBe(1)
    await pool.close()
  })
})

describe('stopping', () => {
  test('before the first column starts nothing', async () => {
    const { pool, started } = watched(2)
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(fitTable(table, { ...options, pool, signal })).rejects.toThrow('enough')
    expect(started()).toBe(0)
  })

  test('between columns does not wait for those under way, and the pool still serves', async () => {
    const { pool, sent } = watched(2, (name) => (name === 'shared' ? 500 : 0))
    const stop = new AbortController()
    const begin = performance.now()
    const seen: string[] = []
    const fitting = fitTable(table, {
      ...options,
      pool,
      signal: stop.signal,
      onProgress: (_, __, name) => {
        seen.push(name)
        stop.abort(new Error('enough'))
      },
    })
    await expect(fitting).rejects.toThrow('enough')
    expect(performance.now() - begin).toBeLessThan(400)
    expect(sent.length).toBeLessThan(8)
    const asked: FitTableOptions = { target: 'y', columns: ['normals', 'gaps'] }
    expect(await fitTable(table, { ...asked, pool })).toEqual(await fitTable(table, asked))
    await pool.close()
    expect(seen).toHaveLength(1)
  })

  test('a signal without events is looked at between columns', async () => {
    const signal = { aborted: false }
    const { pool } = watched(2)
    const fitting = fitTable(table, { ...options, pool, signal, onProgress: () => void (signal.aborted = true) })
    await expect(fitting).rejects.toThrow('fitTable: stopped')
  })

  test('closing ends every worker and fails what runs', async () => {
    const { pool, started, closed } = watched(2, () => 50)
    const fitting = fitTable(table, { ...options, pool })
    setTimeout(() => void pool.close(), 10)
    await expect(fitting).rejects.toThrow('the pool was closed')
    expect([started(), closed()]).toEqual([2, 2])
    await expect(fitTable(table, { ...options, pool })).rejects.toThrow('the pool was closed')
  })
})

test('small tables and single columns start no worker', async () => {
  const { started } = watched(2)
  const host: WorkerHost = {
    start: () => {
      throw new Error('started')
    },
    pause: () => Promise.resolve(),
  }
  const small = workerPool(host, { threads: 2 })
  expect(await fitTable(table, { ...options, pool: small })).toEqual(await fitTable(table, options))
  const one = workerPool(host, { threads: 2, fewValues: 0 })
  const asked: FitTableOptions = { target: 'y', columns: ['normals'] }
  expect(await fitTable(table, { ...asked, pool: one })).toEqual(await fitTable(table, asked))
  expect(started()).toBe(0)
})

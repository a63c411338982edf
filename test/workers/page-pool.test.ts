import { describe, expect, test, vi } from 'vitest'
import { fitTable } from '../../src/index.ts'
import { columnWorker, type WorkerMessage } from '../../src/workers/column-task.ts'
import { pagePool, type PagePoolOptions, type PageWorker } from '../../src/workers/page-pool.ts'
import { manyKinds } from './many-kinds.ts'

const { table, options } = manyKinds(300, 4)

type Listener = (event: { data?: unknown; message?: string; preventDefault?: () => void }) => void

/** A web worker that lives in this thread: messages are copied, as those between threads are. */
class NearWorker implements PageWorker {
  static started = 0
  static ended = 0
  onmessage: unknown = null
  onerror: unknown = null
  onmessageerror: unknown = null
  readonly #answer = columnWorker()
  readonly #fails: boolean

  constructor(fails = false) {
    NearWorker.started++
    this.#fails = fails
  }

  postMessage(message: unknown): void {
    const copy = structuredClone(message) as WorkerMessage
    setImmediate(() => {
      if (this.#fails) return (this.onerror as Listener)({ message: 'out of memory', preventDefault: () => {} })
      const reply = this.#answer(copy)
      if (reply !== null) (this.onmessage as Listener)({ data: structuredClone(reply) })
    })
  }

  terminate(): void {
    NearWorker.ended++
  }
}

const near = (more: PagePoolOptions = {}): ReturnType<typeof pagePool> =>
  pagePool({ threads: 2, fewValues: 0, worker: () => new NearWorker(), ...more })

describe('a pool of web workers', () => {
  test('gives the columns of the thread that asks, and ends its workers', async () => {
    const pool = near()
    const before = { started: NearWorker.started, ended: NearWorker.ended }
    expect(await fitTable(table, { ...options, pool })).toEqual(await fitTable(table, options))
    expect(NearWorker.started - before.started).toBe(2)
    await pool.close()
    expect(NearWorker.ended - before.ended).toBe(2)
    await expect(fitTable(table, { ...options, pool })).rejects.toThrow('the pool was closed')
  })

  test('posts copies where memory cannot be shared, of the rows of a part of a list too', async () => {
    vi.stubGlobal('SharedArrayBuffer', undefined)
    try {
      const sent: Float64Array[] = []
      class Watched extends NearWorker {
        override postMessage(message: unknown): void {
          const { kind, task } = message as { kind: string; task?: { values: Float64Array } }
          if (kind === 'column') sent.push(task!.values)
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
          super.postMessage(message)
        }
      }
      const pool = near({ worker: () => new Watched() })
      const part = { a: new Float64Array(1000).map((_, i) => i % 7).subarray(100, 400), b: table.normals, y: table.y }
      expect(await fitTable(part, { target: 'y', pool })).toEqual(await fitTable(part, { target: 'y' }))
      expect(sent.map((values) => values.buffer.byteLength)).toEqual([2400, 2400])
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('fails where a worker fails, and says so', async () => {
    const pool = near({ worker: () => new NearWorker(true) })
    await expect(fitTable(table, { ...options, pool })).rejects.toThrow('pagePool: a worker failed: out of memory')
  })

  test('refuses what is wrong by name', () => {
    expect(() => pagePool({ threads: 0 })).toThrow('pagePool: threads must be an integer')
    expect(() => pagePool({ worker: 'a.js' as unknown as () => PageWorker })).toThrow(
      'pagePool: worker must be a function that starts one, got "a.js"',
    )
    expect(() => pagePool({ here: true } as PagePoolOptions)).toThrow('pagePool: unknown option here')
  })
})

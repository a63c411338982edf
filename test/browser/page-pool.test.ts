import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from './chromium.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** A page that only fetches what it fits with, as users without a bundler have it. */
const PAGE = `<!doctype html><title>kerf</title><script type="module">
  import { fitTable, mdlp, random } from './index.js'
  import { pagePool } from './workers.js'
  const { normal, next } = random(19)
  const list = (value) => Float64Array.from({ length: 20_000 }, value)
  const table = { a: list(normal), b: list(normal), c: list(() => Math.floor(next() * 90)), d: list(normal) }
  table.y = Array.from(table.a, (value) => (next() < (value > 0.5 ? 0.9 : 0.1) ? 'yes' : 'no'))
  const file = (path) => () => new Worker(new URL(path, import.meta.url), { type: 'module' })
  globalThis.kerf = { fitTable, mdlp, pagePool, table, file }
  globalThis.ready = true
</script>`

/** The same as a worker file of the page's own. */
const OWN_WORKER = "import './page-worker.js'"
const BROKEN_WORKER = "throw new Error('broken on purpose')"

let server: Server
let browser: Browser

/** Serves dist, isolated from other pages or not, which decides whether memory can be shared. */
function serve(): Promise<Server> {
  const made = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    const isolated = pathname === '/isolated.html'
    const given: Record<string, string> = {
      '/plain.html': PAGE,
      '/isolated.html': PAGE,
      '/own-worker.js': OWN_WORKER,
      '/broken-worker.js': BROKEN_WORKER,
    }
    void (async () => {
      const text = given[pathname] ?? (await readFile(join(dist, pathname), 'utf8').catch(() => null))
      response.writeHead(text === null ? 404 : 200, {
        'content-type': pathname.endsWith('.html') ? 'text/html' : 'text/javascript',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        ...(isolated ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
      })
      response.end(text)
    })()
  })
  return new Promise((resolve) => made.listen(0, '127.0.0.1', () => resolve(made)))
}

beforeAll(async () => {
  server = await serve()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  server.close()
})

async function open(name: string): Promise<Page> {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the page is not served')
  const page = await (await browser.newContext()).newPage()
  await page.goto(`http://127.0.0.1:${address.port}/${name}.html`)
  await page.waitForFunction('globalThis.ready')
  return page
}

/** Runs a piece of code in the page; text, because the compiler knows no page here. */
const inPage = <T>(page: Page, body: string): Promise<T> =>
  page.evaluate<T>(`(async ({ fitTable, mdlp, pagePool, table, file }) => { ${body} })(globalThis.kerf)`)

const MESSAGE = 'then(() => null, ({ name, message, column = null }) => ({ name, message, column }))'

describe.each(['plain', 'isolated'])('a pool of workers in a %s page', (name) => {
  let page: Page
  beforeAll(async () => {
    page = await open(name)
  })

  test('is isolated or not', async () => {
    expect(await page.evaluate('crossOriginIsolated')).toBe(name === 'isolated')
  })

  test.each(['undefined', "file('./own-worker.js')"])(
    'gives the columns of the page itself, worker %s',
    async (worker) => {
      const { same, started, turns } = await inPage<{ same: boolean; started: number; turns: number }>(
        page,
        `let started = 0, turns = 0, going = true
       const tick = () => { turns++; if (going) setTimeout(tick) }
       const Original = globalThis.Worker
       globalThis.Worker = class extends Original { constructor(...given) { super(...given); started++ } }
       setTimeout(tick)
       const pool = pagePool({ threads: 2, fewValues: 0, worker: ${worker} })
       const pooled = await fitTable(table, { target: 'y', pool })
       going = false
       await pool.close()
       globalThis.Worker = Original
       const here = await fitTable(table, { target: 'y' })
       return { same: JSON.stringify(pooled) === JSON.stringify(here), started, turns }`,
      )
      expect({ same, started }).toEqual({ same: true, started: 2 })
      expect(turns).toBeGreaterThan(0)
    },
  )

  test('tells what a worker threw, with its class and column', async () => {
    const error = await inPage(
      page,
      `const pool = pagePool({ threads: 2, fewValues: 0 })
       return fitTable(table, { columns: ['a', 'b'], all: { method: mdlp }, pool }).${MESSAGE}`,
    )
    expect(error).toEqual({
      name: 'DataError',
      message: 'fitTable: column a: mdlp: needs a class target, got no target',
      column: 'a',
    })
  })

  test('says that a worker broke, or that its file is not there', async () => {
    const errors = await inPage(
      page,
      `const fit = (path) => fitTable(table, { target: 'y', pool: pagePool({ threads: 2, fewValues: 0, worker: file(path) }) }).${MESSAGE}
       return [await fit('./broken-worker.js'), await fit('./no-worker.js')]`,
    )
    expect(errors).toMatchObject([
      { message: expect.stringContaining('pagePool: a worker failed: Uncaught Error: broken on purpose') },
      { message: expect.stringContaining('pagePool: found no file for its workers; bundle kerf/page-worker') },
    ])
  })

  test('stops when it is told to, and serves the next table', async () => {
    const { message, told, columns } = await inPage<{ message: string; told: number[]; columns: number }>(
      page,
      `const pool = pagePool({ threads: 2, fewValues: 0 })
       const controller = new AbortController()
       const told = []
       const onProgress = (done) => { told.push(done); controller.abort(new Error('enough')) }
       const { message } = await fitTable(table, { target: 'y', pool, signal: controller.signal, onProgress }).${MESSAGE}
       const { columns } = await fitTable(table, { target: 'y', pool })
       await pool.close()
       return { message, told, columns: columns.length }`,
    )
    expect({ message, columns }).toEqual({ message: 'fitTable: stopped by its signal (enough)', columns: 4 })
    expect(told.length).toBeLessThan(4)
  })

  test('without a pool a long fit lets the page live, and stops', async () => {
    const { message, turns } = await inPage<{ message: string; turns: number }>(
      page,
      `let turns = 0
       const slow = { ...mdlp, run: (...given) => { const end = Date.now() + 40; while (Date.now() < end); return mdlp.run(...given) } }
       const controller = new AbortController()
       const tick = () => { if (++turns > 2) controller.abort(new Error('enough')); else setTimeout(tick) }
       setTimeout(tick)
       const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => ['x' + i, table.a]))
       const { message } = await fitTable({ ...many, y: table.y }, { target: 'y', all: { method: slow }, signal: controller.signal }).${MESSAGE}
       return { message, turns }`,
    )
    expect({ message, turns }).toEqual({ message: 'fitTable: stopped by its signal (enough)', turns: 3 })
  })
})

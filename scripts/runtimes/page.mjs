// A page with a worker, built by Vite and opened in Chromium.
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }

/** What the page found, in itself and in its worker. */
export async function openPage(project, executablePath) {
  // Vite is there because vitest needs it.
  const require = createRequire(import.meta.resolve('vitest/package.json'))
  const { build } = await import(pathToFileURL(require.resolve('vite')).href)
  await build({ root: project, logLevel: 'error', configFile: false, worker: { format: 'es' }, build: { rollupOptions: { input: join(project, 'page.html') } } }) // prettier-ignore
  const server = createServer(async ({ url = '/' }, response) => {
    const content = await readFile(join(project, 'dist', new URL(url, 'http://x').pathname)).catch(() => null)
    response.writeHead(content === null ? 404 : 200, { 'content-type': TYPES[extname(url)] ?? 'text/plain' })
    response.end(content)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const page = await browser.newPage()
    const faults = []
    page.on('pageerror', (error) => faults.push(error.message))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the page is not served')
    await page.goto(`http://127.0.0.1:${address.port}/page.html`)
    const handle = await page.waitForFunction('globalThis.result', null, { timeout: 60_000 })
    return { faults, ...(await handle.jsonValue()) }
  } finally {
    await browser.close()
    server.close()
  }
}

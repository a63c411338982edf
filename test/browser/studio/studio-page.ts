import { createReadStream, existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launch } from '../chromium.ts'

/** Where the page is built. */
export const pageFolder = fileURLToPath(new URL('../../../packages/cli/dist/studio/', import.meta.url))
const samples = fileURLToPath(new URL('../../../samples/', import.meta.url))
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The built page in a real browser, served as any file server would; what must never happen is collected. */
export interface Studio {
  readonly browser: Browser
  readonly address: string
  /** a new page with nothing open; `faults` gathers console errors and requests that leave the origin */
  readonly open: (options?: BrowserContextOptions) => Promise<{ page: Page; faults: string[] }>
  readonly close: () => Promise<void>
}

/** Starts browser and server; close it after the tests. */
export async function startStudio(): Promise<Studio> {
  const server = await serve()
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = await launch()
  return {
    browser,
    address,
    open: async (options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      page.on('pageerror', (error) => faults.push(String(error)))
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(address) && !/^(?:data|blob):/.test(url)) faults.push(`asked for ${url}`)
      })
      await page.goto(address)
      return { page, faults }
    },
    close: async () => {
      await browser.close()
      server.close()
    },
  }
}

/** A file of the folder `samples`. */
export const sample = (name: string): string => join(samples, name)

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(pageFolder, pathname === '/' ? 'index.html' : pathname)
    if (!path.startsWith(pageFolder) || !existsSync(path)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    createReadStream(path).pipe(response)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

import { type Browser, chromium } from 'playwright-core'

/** The browser that scripts/browser.mjs found. */
export async function launch(): Promise<Browser> {
  const executablePath = process.env['KERF_CHROMIUM']
  if (executablePath === undefined) throw new Error('KERF_CHROMIUM names no browser; start this with npm run browser')
  // Containers have neither the user namespaces nor the shared memory that Chromium expects.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

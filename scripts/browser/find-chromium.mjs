import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe']

/** The browser named in KERF_CHROMIUM, or one on the path; undefined when there is none. None is downloaded. */
export function findChromium() {
  const named = process.env.KERF_CHROMIUM
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path))
}

// The docs as pages that open from a folder: `npm run site`, `npm run site -- FOLDER`.
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { makeSite } from './site/make-site.mjs'

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../site', import.meta.url)))
const pages = makeSite(folder)
console.log(`${pages.length} pages: ${pathToFileURL(join(folder, 'index.html')).href}`)

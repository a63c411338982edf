// Makes the page: packages/cli/dist/studio, a folder that any file server can serve. `kerf studio` serves it on loopback.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))
const studio = join(root, 'studio')

/** Where the page is built to. */
export const STUDIO_FOLDER = join(root, 'packages/cli/dist/studio')

/** What nearly every part of the page needs. */
const BASE =
  /^src\/(?:(?:util|sources\/text)\/|(?:[\w-]+|(?:summaries|sources|binning|discretizers)\/[\w-]+)\.ts$|discretizers\/methods\/)/

/** Packages of which only what is used is taken: what draws the reports. */
const PURE = /[\\/]node_modules[\\/](?:@observablehq[\\/]plot|d3(?:-\w+)*)[\\/]/

/** The page and its worker are two entries of one graph, so that what both need is loaded once. */
export async function buildStudio() {
  // Parts of before must not be served, nor counted.
  rmSync(STUDIO_FOLDER, { recursive: true, force: true })
  mkdirSync(join(STUDIO_FOLDER, 'samples'), { recursive: true })
  const built = await rolldown({
    input: { studio: join(studio, 'main.tsx'), 'studio-worker': join(studio, 'worker/studio-worker.ts') },
    platform: 'browser',
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    treeshake: { moduleSideEffects: (id) => !id.startsWith(join(root, 'src')) && !PURE.test(id) },
    checks: { bundlerTimings: false },
    tsconfig: false,
  })
  try {
    await built.write({
      dir: STUDIO_FOLDER,
      format: 'esm',
      minify: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[name].js',
      comments: false,
      // Small pieces that nearly every part needs are one file, not a dozen.
      codeSplitting: {
        groups: [{ name: 'base', test: (id) => BASE.test(id.slice(root.length).replaceAll('\\', '/')) }],
      },
    })
  } finally {
    await built.close()
  }
  for (const name of ['iris.csv', 'penguins.csv'])
    copyFileSync(join(root, 'samples', name), join(STUDIO_FOLDER, 'samples', name))
  const { LIGHT_VARIABLES, DARK_VARIABLES, FILLS } = await import(
    new URL('../../build/reports/html/charts/page-style.js', import.meta.url).href
  )
  const page = readFileSync(join(studio, 'index.html'), 'utf8')
  writeFileSync(
    join(STUDIO_FOLDER, 'index.html'),
    page.replace('<div id="app">', () => `${FILLS}<div id="app">`),
  )
  writeFileSync(join(STUDIO_FOLDER, 'studio.css'), styleSheet(LIGHT_VARIABLES, DARK_VARIABLES, await markStyle()))
}

/** The colours of the reports, then the sheets of the page. */
function styleSheet(light, dark, marks) {
  const sheets = readdirSync(join(studio, 'style')).filter((name) => name.endsWith('.css'))
  return [
    `:root{color-scheme:light;${light}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${dark}}}`,
    `:root[data-theme=dark]{color-scheme:dark;${dark}}`,
    // Pictures that the library made; short names of classes hold inside them only.
    `.marks{${marks}}`,
    ...sheets.toSorted().map((name) => shortStyle(readFileSync(join(studio, 'style', name), 'utf8'))),
  ].join('\n')
}

/** How pictures that the library draws look. */
async function markStyle() {
  const { MARK_STYLE } = await import(new URL('../../build/reports/html/curves/mark-style.js', import.meta.url).href)
  const { LINE_STYLE } = await import(new URL('../../build/reports/html/curves/line-chart.js', import.meta.url).href)
  return MARK_STYLE + LINE_STYLE
}

/** A style sheet without what only people read. */
function shortStyle(text) {
  return text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(';}', '}')
}

// Makes the page: packages/cli/dist/studio, a folder that any file server can serve. `kerf studio` serves it on loopback.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))
const studio = join(root, 'studio')

/** Where the page is built to. */
export const STUDIO_FOLDER = join(root, 'packages/cli/dist/studio')

/** What is loaded until a CSV file is open and a column of it is shown: by the page, and by its worker. */
const FIRST = {
  page: ['main.tsx', 'panels/column/column-panel.tsx', 'take/take-menu.tsx'],
  worker: ['studio-worker', 'jobs/open-job', 'jobs/count-job', 'jobs/bars-job', 'jobs/summary-job'].map(
    (name) => `worker/${name}.ts`,
  ),
}

/** Packages of which only what is used is taken: what draws the reports. */
const PURE = /[\\/]node_modules[\\/](?:@observablehq[\\/]plot|d3(?:-\w+)*)[\\/]/

/** Bundles entries with what they need of the library. */
function bundle(input, define = {}) {
  return rolldown({
    input,
    platform: 'browser',
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' }, define },
    treeshake: { moduleSideEffects: (id) => !id.startsWith(join(root, 'src')) && !PURE.test(id) },
    checks: { bundlerTimings: false },
    tsconfig: false,
  })
}

/** What the page shows before anything is computed: the pictures of the samples, and the methods by name. */
async function made() {
  const built = await bundle(join(studio, 'worker/sample-pictures.ts'))
  const { output } = await built.generate({ format: 'esm' })
  await built.close()
  const { samplePictures } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
  const { methods } = await import(new URL('../../build/discretizers/registry.js', import.meta.url).href)
  const lines = methods().map(({ name, about, target, group }) => ({
    name,
    about,
    target,
    groups: group !== undefined,
  }))
  const pictures = await samplePictures(async (id) => readFileSync(join(root, 'samples', `${id}.csv`)))
  return { METHOD_LINES: JSON.stringify(lines), SAMPLE_PICTURES: JSON.stringify(pictures) }
}

/** The page and its worker are two entries of one graph, so that what both need is loaded once. */
export async function buildStudio() {
  // Parts of before must not be served, nor counted.
  rmSync(STUDIO_FOLDER, { recursive: true, force: true })
  mkdirSync(join(STUDIO_FOLDER, 'samples'), { recursive: true })
  const built = await bundle(
    { studio: join(studio, 'main.tsx'), 'studio-worker': join(studio, 'worker/studio-worker.ts') },
    await made(),
  )
  try {
    const names = {
      format: /** @type {const} */ ('esm'),
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[name].js',
    }
    const { output } = await built.generate(names)
    const [start, page, worker] = [['main.tsx'], FIRST.page, FIRST.worker].map((entries) => modulesOf(output, entries))
    const [ever, everWorker] = [FIRST.page, FIRST.worker].map((entries) => modulesOf(output, entries, true))
    await built.write({
      ...names,
      dir: STUDIO_FOLDER,
      minify: true,
      comments: false,
      // What is loaded first is a few files, not a hundred, and nothing else is in them.
      codeSplitting: {
        groups: [
          // A worker has no document: whatever one of its jobs needs is kept apart from the code of the page.
          { name: 'base', test: (id) => (page.has(id) || worker.has(id)) && ever.has(id) && everWorker.has(id) },
          { name: 'start', test: (id) => start.has(id) },
          { name: 'page', test: (id) => page.has(id) },
          { name: 'work', test: (id) => worker.has(id) },
        ],
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

/** All modules that these files of the page need before anything else is asked for; with `late` also what comes then. */
function modulesOf(output, entries, late = false) {
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set()
  const add = (name) => {
    if (needed.has(name) || !chunks.has(name)) return
    needed.add(name)
    const { imports, dynamicImports } = chunks.get(name)
    for (const next of late ? [...imports, ...dynamicImports] : imports) add(next)
  }
  for (const entry of entries) {
    const path = join(studio, entry)
    const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(path))
    if (chunk === undefined) throw new Error(`studio: ${entry} is not part of the page`)
    add(chunk.fileName)
  }
  const files = new Set([...FIRST.page, ...FIRST.worker].map((entry) => join(studio, entry)))
  return new Set([...needed].flatMap((name) => chunks.get(name).moduleIds).filter((id) => !files.has(id)))
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

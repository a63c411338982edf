// Which parts of which pages are made from the code, and how. Pure: text in, text out.
import { lengths, species } from './iris.mjs'
import { readHouse, readSources } from '../house/house.mjs'
import { drawBins, drawMeans } from './picture.mjs'
import { methodGrid, optionTable, presetTable, roomTable } from './tables.mjs'

const START = '<!-- made by npm run docs: start -->'
const END = '<!-- made by npm run docs: end -->'

/** What a method is drawn with; petal length and its own defaults where nothing is said. */
const DRAWN_WITH = {
  ameva: { column: 'sepal length' },
  cacc: { column: 'sepal length' },
  caim: { column: 'sepal length' },
  'chi-merge': { column: 'sepal length' },
  cliffs: { column: 'sepal length' },
  chi2: { column: 'sepal length' },
  khiops: { column: 'sepal length' },
  fixed: { options: { cuts: [2, 5] } },
  variance: { options: { alpha: 0.05 } },
  optimal: { column: 'sepal length', options: { maxBins: 4 } },
  'k-means': { options: { bins: 4 } },
}

/** The target of methods that take only a number. */
const NUMBER = 'petal width'

/** The pages with made parts, by path: for each heading that has one, what makes it. `kerf` is the library and `cutReasons`. */
export function pages(kerf) {
  const methods = kerf.methods()
  const ofMethods = methods.map((method) => [
    `docs/methods/${method.name}.md`,
    {
      Picture: () => pictureOf(kerf, method),
      Options: () => optionTable(method),
      Presets: () => presetTable(method),
    },
  ])
  return Object.fromEntries([
    ['docs/methods/README.md', { 'All methods': () => methodGrid(kerf) }],
    ['docs/data-flow.md', { 'The rooms': () => roomTable(readHouse(readSources())) }],
    ...ofMethods,
  ])
}

/** The text of a page with its made parts filled in. A heading without markers, or markers without one, is refused. */
export function fillPage(path, text, makers) {
  const filled = new Set()
  const marked = new RegExp(`${START}\n[^]*?${END}`, 'g')
  const result = text.replace(marked, (_, at) => {
    const heading = [...text.slice(0, at).matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? ''
    if (!Object.hasOwn(makers, heading)) throw new Error(`${path}: nothing is made under the heading "${heading}"`)
    filled.add(heading)
    return `${START}\n\n${makers[heading]()}\n\n${END}`
  })
  const missing = Object.keys(makers).filter((heading) => !filled.has(heading))
  if (missing.length > 0) throw new Error(`${path}: no markers under the heading "${missing.join('", "')}"`)
  return result
}

function pictureOf(kerf, method) {
  const { column: name = 'petal length', options = {} } = DRAWN_WITH[method.name] ?? {}
  const numeric = method.target === 'numeric'
  const values = lengths[name]
  const summary = kerf.summarize(values, {
    target: numeric ? lengths[NUMBER] : species,
    targetKind: numeric ? 'numeric' : 'class',
  })
  const column = kerf.fitSummary(summary, { name, method, ...options })
  const given = Object.entries(options).map(([option, value]) => `, ${option} ${JSON.stringify(value)}`)
  const title = `${method.name}${given.join('')}: ${name} of ${values.length} iris flowers, one character per 0.1 cm`
  const drawn = { column, values, step: 0.1 }
  const lines = numeric
    ? drawMeans(kerf, { ...drawn, numbers: lengths[NUMBER], target: NUMBER, unit: 'cm' })
    : drawBins(kerf, { ...drawn, classes: summary.target.classes, labels: species })
  return ['```text', title, '', ...lines, ...reasonLines(kerf, column), '```'].join('\n')
}

/** Why each cut is where it is, in the words of the reports, for methods that ask something of a cut. */
function reasonLines(kerf, column) {
  if (column.reasons.some(({ score, bar }) => score === null || bar === null)) return []
  const reasons = kerf.cutReasons(column)
  return reasons.length === 0 ? [] : ['', ...reasons.map(({ cut, why }) => `cut at ${cut}: ${why}`)]
}

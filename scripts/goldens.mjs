// Compares Kerf with the answers of other tools: npm run goldens -- DIR. One line per file; exit code 1 when a file
// that must agree does not.
import { compareRun, hasMethod } from './goldens/compare.mjs'
import { FAMILIES } from './goldens/families.mjs'
import { GoldenError, goldenFiles, messageOf, readGolden, readTable } from './goldens/read.mjs'

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof GoldenError)) throw error
  console.error(`goldens: ${error.message}`)
  process.exitCode = 1
}

async function main(given) {
  if (given.length !== 1) throw new GoldenError('one folder must be given: npm run goldens -- DIR')
  const [folder] = given
  const files = goldenFiles(folder)
  const width = Math.max(...files.map((file) => file.length))
  const left = new Map(FAMILIES.map((family) => [family, family.forgive ?? 0]))
  const results = []
  for (const file of files) {
    const result = await judge(folder, file, left)
    console.log(`${file.padEnd(width)}  ${result.verdict.padEnd(11)}  ${result.text}`)
    results.push(result)
  }

  const count = (verdict) => results.filter((result) => result.verdict === verdict).length
  const sum = (key) => results.reduce((total, result) => total + (result[key] ?? 0), 0)
  const failed = count('DIFFERS')
  console.log('')
  console.log(
    `${sum('compared')} columns must agree: ${sum('agreed')} do, explained: ${sum('forgiven')}; ` +
      `files that wait for a method: ${count('not yet')}, only reported: ${count('report only')}`,
  )
  console.log(`${count('same')} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

/** The verdict on one file, with a text and, where something must agree, how many columns did. */
async function judge(folder, file, left) {
  const golden = readGolden(folder, file)
  const family = FAMILIES.find(({ files }) => files.test(file))
  // A file that no rule knows must not pass unnoticed.
  if (family === undefined) return { verdict: 'DIFFERS', text: 'no rule for this file (scripts/goldens/families.mjs)' }
  try {
    const table = readTable(folder, golden.csv)
    const runs = family.runs(golden, file.match(family.files), table, (beside) => readTable(folder, beside))
    const ready = runs.filter(({ method }) => hasMethod(method))
    const columns = (await Promise.all(ready.map((run) => compareRun(run, table, family.explain)))).flat()
    const missing = [...new Set(runs.map(({ method }) => method).filter((method) => !hasMethod(method)))]
    const later = missing.length === 0 ? null : `no ${missing.join(', ')} in Kerf yet`
    if (family.duty === 'report') return report(family, columns, later)
    if (columns.length > 0) return demand(family, ready, columns, later, left)
    return later === null ? { verdict: 'DIFFERS', text: 'no columns' } : { verdict: 'not yet', text: later }
  } catch (error) {
    // The other files are still worth comparing when Kerf throws; a fault of the file itself ends the program.
    if (error instanceof GoldenError) throw new GoldenError(`${file}: ${error.message}`)
    return { verdict: 'DIFFERS', text: `stopped: ${messageOf(error)}` }
  }
}

function report(family, columns, later) {
  const variants = [...new Set(columns.map(({ variant }) => variant))]
  const found = variants.map((variant) => {
    const own = columns.filter((column) => column.variant === variant)
    const agreed = own.filter(({ difference }) => difference === null).length
    return `${agreed} of ${own.length} columns agree${variant === undefined ? '' : ` with ${variant}`}`
  })
  return { verdict: 'report only', text: [...found, later ?? [], family.about].flat().join('; ') }
}

function demand(family, runs, columns, later, left) {
  const unequal = columns.filter(({ difference }) => difference !== null)
  const explained = unequal.filter(({ why }) => why !== null)
  const forgiven = new Set(explained.slice(0, left.get(family)))
  left.set(family, left.get(family) - forgiven.size)
  const agreed = columns.length - unequal.length
  const differs = unequal.length > forgiven.size
  const variants = runs.length > 1 ? ` in ${runs.length} variants` : ''
  const counted = differs
    ? `${unequal.length - forgiven.size} of ${columns.length} columns${variants}`
    : `${agreed} of ${columns.length} columns${variants}${forgiven.size > 0 ? ', the rest explained' : ''}`
  // What fails comes first, since a long list is cut off.
  const listed = [...unequal.filter((column) => !forgiven.has(column)), ...forgiven].map(describe)
  const list = listed.length === 0 ? '' : `: ${shorten(listed)}`
  return {
    verdict: differs ? 'DIFFERS' : 'same',
    text: [counted + list, costText(columns), later ?? []].flat().join('; '),
    compared: columns.length,
    agreed,
    forgiven: forgiven.size,
  }
}

/** Where costs were compared: how often ours is lower, and where most. */
function costText(columns) {
  const ratios = columns.flatMap(({ name, variant, costs }) =>
    costs === null ? [] : [{ name, variant, ...costs, ratio: costs.theirs === 0 ? 1 : costs.ours / costs.theirs }],
  )
  if (ratios.length === 0) return []
  const lower = ratios.filter(({ ratio }) => ratio < 1 - 1e-12)
  const equal = `same cost in ${ratios.length - lower.length} of ${ratios.length} columns`
  if (lower.length === 0) return equal
  const [best] = lower.toSorted((a, b) => a.ratio - b.ratio)
  const digits = (cost) => Number(cost.toPrecision(6))
  return `${equal}, lower in ${lower.length}, most in ${best.name} (${best.variant}): ours ${digits(best.ours)}, theirs ${digits(best.theirs)}`
}

function describe({ name, variant, difference, why }) {
  return `${name}${variant === undefined ? '' : ` (${variant})`} ${difference}${why === null ? '' : ` [${why}]`}`
}

function shorten(items) {
  const more = items.length > 5 ? [`and ${items.length - 4} more`] : []
  return [...items.slice(0, more.length > 0 ? 4 : 5), ...more].join(' | ')
}

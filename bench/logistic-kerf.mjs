import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { fromJson } from '../dist/index.js'
import { encodeSparse, localLinear, makeEncoder } from '../dist/encoders.js'
import { auc, predictEncoded, trainLogistic } from '../dist/models.js'
import { CHUNK, COLUMNS } from './logistic.mjs'

// One side of `npm run bench -- logistic`, in a process of its own; prints JSON.
const [folder, how, given] = process.argv.slice(2)
const rows = Number(given)
const encoder = makeEncoder(fromJson(readFileSync(join(folder, 'binning.json'), 'utf8')), { encoding: localLinear })
const labels = readFileSync(join(folder, 'y.u8'))

/** Encoded chunks from one row up to another. */
function* chunks(/** @type {number} */ from, /** @type {number} */ to) {
  const file = openSync(join(folder, 'x.f32'), 'r')
  const x = new Float32Array(COLUMNS * CHUNK)
  try {
    for (let start = from; start < to; start += CHUNK) {
      readSync(file, x, 0, x.byteLength, start * COLUMNS * 4)
      const columns = Array.from({ length: COLUMNS }, (_, j) => [
        `x${j}`,
        Float64Array.from(x.subarray(j * CHUNK, (j + 1) * CHUNK)),
      ])
      const encoded = encodeSparse(encoder, Object.fromEntries(columns), { compact: true })
      yield { rows: encoded, labels: labels.subarray(start, start + CHUNK) }
    }
  } finally {
    closeSync(file)
  }
}

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const start = cpu()
const streamed = how === 'streamed'
const kept = streamed ? [] : [...chunks(0, rows)]
const encode = cpu() - start
const source = streamed ? () => chunks(0, rows) : kept
const total = labels.length
const trials = []
let pass = Infinity
for (const steps of how === 'lbfgs' ? [2, 4, 6, 8, 10, 14, 20, 40] : [1, 2, 3, 5]) {
  const begin = cpu()
  const fit = await trainLogistic(
    source,
    how === 'lbfgs' ? { maxIterations: steps } : { solver: 'mini-batch', epochs: steps },
  )
  const seconds = cpu() - begin
  pass = Math.min(pass, seconds / fit.passes)
  const scores = new Float64Array(total - rows)
  let at = 0
  for (const chunk of chunks(rows, total)) {
    scores.set(predictEncoded(fit, chunk.rows), at)
    at += chunk.rows.rows
  }
  trials.push({ passes: fit.passes, seconds, auc: auc({ labels: labels.subarray(rows), scores }) })
  if (fit.converged) break
}
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(JSON.stringify({ encode, pass, megabytes, trials }))

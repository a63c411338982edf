import { assign, fit, fitTable } from 'kerf'
import { readCsv } from 'kerf/sources'
import { pagePool } from 'kerf/workers'

const ownWorker = () => new Worker(new URL('kerf/page-worker', import.meta.url), { type: 'module' })
const worker = new Worker(new URL('./page-worker.js', import.meta.url), { type: 'module' })
worker.addEventListener('message', async ({ data }) => {
  const text = async function* () {
    yield new TextEncoder().encode('a,b\n1,x\n2,y\n')
  }
  const read = await readCsv(text, { name: 'text' })
  const here = fit(data.values, { target: data.labels })
  const { values, labels } = data
  const pooled = []
  for (const pool of [
    pagePool({ threads: 2, fewValues: 0 }),
    pagePool({ threads: 2, fewValues: 0, worker: ownWorker }),
  ]) {
    const { columns } = await fitTable({ values, labels, again: values }, { target: 'labels', pool })
    await pool.close()
    pooled.push(columns[1].cuts)
  }
  globalThis.result = { worker: data.cuts, here: here.cuts, pooled, slot: assign(here, 3), rows: read.rows }
})
worker.addEventListener('error', ({ message }) => (globalThis.result = { error: message }))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
worker.postMessage('fit')

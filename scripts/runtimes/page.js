import { assign, fit } from 'kerf'
import { readCsv } from 'kerf/sources'

const worker = new Worker(new URL('./page-worker.js', import.meta.url), { type: 'module' })
worker.addEventListener('message', async ({ data }) => {
  const text = async function* () {
    yield new TextEncoder().encode('a,b\n1,x\n2,y\n')
  }
  const read = await readCsv(text, { name: 'text' })
  const here = fit(data.values, { target: data.labels })
  globalThis.result = { worker: data.cuts, here: here.cuts, slot: assign(here, 3), rows: read.rows }
})
worker.addEventListener('error', ({ message }) => (globalThis.result = { error: message }))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
worker.postMessage('fit')

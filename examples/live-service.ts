// A service that hears of visits one by one, keeps bins of them in bounded memory, and answers with the bins of now.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { binningFromJson, binningToJson } from 'kerf'
import { Stream } from 'kerf/streams'

const stream = new Stream({
  columns: ['age', 'minutes'],
  target: { kind: 'class', name: 'bought', classes: ['no', 'yes'] },
  layer: { halfLife: 100_000 }, // old visits count less
})

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  try {
    const { bought = null, ...visit } = JSON.parse(body || '{}')
    if (request.method === 'POST') stream.pushRow(visit, bought)
    response.end(request.method === 'GET' ? binningToJson(stream.binning()) : 'thank you')
  } catch (error) {
    response.writeHead(400).end(String(error))
  }
})
await new Promise<void>((resolve) => server.listen(0, resolve))
const address = `http://localhost:${(server.address() as AddressInfo).port}`

const visit = (row: object) => fetch(address, { method: 'POST', body: JSON.stringify(row) })
for (let i = 0; i < 300; i++) {
  const age = 18 + ((7 * i) % 50)
  await visit({ age, minutes: (11 * i) % 60, bought: age < 40 ? 'no' : 'yes' })
}
console.log((await visit({ age: 'old' })).status) // → 400
const live = binningFromJson(await (await fetch(address)).text())
const found = live.columns.map(({ name, bins }) => `${name}: ${bins.map(({ label }) => label).join(', ')}`)
console.log(found) // → [ 'age: < 39.5, ≥ 39.5', 'minutes: all values' ]
server.close()

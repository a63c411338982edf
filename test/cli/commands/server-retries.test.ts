import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { kerf } from '../run.ts'

test('a connection that breaks is told on a line of its own, with the try and the pause before it', async () => {
  let visits = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    visits += 1
    if (visits === 1) socket.destroy()
    else socket.end('HTTP/1.1 500 no\r\ncontent-length: 7\r\nconnection: close\r\n\r\ntoo bad')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `clickhouse://127.0.0.1:${(server.address() as AddressInfo).port}?table=visits`
  const { code, out, err } = await kerf(['fit', address])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  const [first, second, ...others] = err.trimEnd().split('\n')
  expect(first).toBe(`${address}: no connection; trying again in 0.2 s (1 of 4)`)
  expect(second).toContain('too bad')
  expect(others).toEqual([])
})

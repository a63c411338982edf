import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { expect, test } from 'vitest'
import { BodyReader } from '../../../src/cli/serve/request-body.ts'

/** A request of some bytes, and what ends its connection. */
function request(bytes: number): { env: HttpBindings; hangUp: () => void } {
  const incoming = Object.assign(Readable.from([Buffer.alloc(bytes, 'a')]), { headers: {} })
  const outgoing = Object.assign(new EventEmitter(), { destroyed: false })
  const hangUp = (): void => {
    outgoing.destroyed = true
    outgoing.emit('close')
  }
  return { env: { incoming, outgoing } as unknown as HttpBindings, hangUp }
}

test('nothing is held for a client that went away while its answer was made', async () => {
  const bodies = new BodyReader(1000)
  for (let i = 0; i < 40; i++) {
    const { env, hangUp } = request(500)
    const answered = bodies.read(env, async (_, hold) => {
      hangUp()
      hold(1000)
    })
    await expect(answered).rejects.toThrow('nobody waits for the answer any more')
  }
  // All of what may be held at once is free again.
  const { env } = request(1000)
  await bodies.read(env, async (_, hold) => hold(16_000))
  await bodies.read(request(1000).env, async (_, hold) => hold(14_000))
})

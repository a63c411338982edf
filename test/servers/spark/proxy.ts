import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Something between client and server that can fail. */
export interface Proxy {
  readonly port: number
  /** breaks all connections that are open; new ones are let through again after so many milliseconds */
  cut(pause?: number): void
  /** how many connections there were */
  connections(): number
  close(): Promise<void>
}

export async function proxyTo(host: string, port: number): Promise<Proxy> {
  const open = new Set<Socket>()
  let count = 0
  let closedUntil = 0
  const server = createServer((near) => {
    if (performance.now() < closedUntil) {
      near.destroy()
      return
    }
    count++
    const far = connect(port, host)
    for (const [one, other] of [[near, far], [far, near]]) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => {}).on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  }) // prettier-ignore
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const cut = (pause: number = 0): void => {
    closedUntil = performance.now() + pause
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    connections: () => count,
    close: () => new Promise((resolve) => (cut(), server.close(() => resolve()))),
  }
}

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DataError } from '../errors.ts'
import { errorCode } from '../node/files/system-errors.ts'

/** Lets a server listen, and gives the port; what stands in the way is said in words. Port 0 is one that is free. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = errorCode(error)
      if (code === 'EADDRINUSE')
        reject(new DataError(`port ${port} is in use; choose another with --port, or leave it out for a free one`))
      else if (code === 'EACCES')
        reject(new DataError(`port ${port} may not be used here; choose one above 1023 with --port`))
      else if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
        reject(new DataError(`${JSON.stringify(host)} is no address of this machine; choose another with --host`))
      else reject(error)
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Headers of every page that is served: no other page may show it, and nobody hears its address. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

import type { ServerAddress } from '../../../src/node/servers/server-address.ts'

/** An address at which nobody is asked. */
export const ADDRESS: ServerAddress = {
  kind: 'postgres',
  host: 'db.example',
  port: 5432,
  database: 'shop',
  user: 'ann',
  password: 'se-cret',
  table: null,
  query: null,
  settings: {},
  shown: 'postgres://db.example/shop',
}

/** An error with the code that a system, pg or a server gives it. */
export function coded(code: string, message: string = ''): Error {
  return Object.assign(new Error(message), { code })
}

import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fitSource, localEngine } from '../../../../src/engines/index.ts'
import { ownDuckDb } from '../../../../src/node/duckdb/connect.ts'
import { openDuckDbFile } from '../../../../src/node/servers/duckdb-file/open-duckdb-file.ts'
import { fileFault, isLocked } from '../../../../src/node/servers/duckdb-file/duckdb-faults.ts'
import { openServer, withServer } from '../../../../src/node/servers/open-engine.ts'
import { parseServerAddress } from '../../../../src/node/servers/parse-address.ts'
import { readData } from '../../../../src/node/read/read-data.ts'
import { bareMessage } from '../../../../src/util/called-as.ts'
import { duckDbFile, SHOP } from '../../../cli/server-file.ts'
import { Folder } from '../../made.ts'

const folder = new Folder()
const made = duckDbFile(folder.at('shop.duckdb'), [
  `CREATE TABLE visits AS ${SHOP}`,
  `CREATE TABLE kinds AS SELECT 1::TINYINT AS a, 2::BIGINT AS b, 3.25::DECIMAL(9, 2) AS c, 4.5::FLOAT AS d, NULL::DOUBLE AS e, 7::HUGEINT AS f`,
])

describe('a file of DuckDB', () => {
  test('gives numbers of any type as doubles, and tells what came', async () => {
    const { connection } = await openServer(`${await made}?table=kinds`)
    const rows: number[][] = []
    for await (const { size, columns } of connection.numbers('SELECT * FROM kinds')) {
      rows.push(columns.map((column) => column[size - 1]))
    }
    expect(rows).toEqual([[1, 2, 3.25, 4.5, Number.NaN, 7]])
    expect(connection.traffic()).toMatchObject({ queries: 1, rows: 1 })
    expect((await connection.describe('SELECT * FROM kinds')).map(({ type }) => type)).toContain('DECIMAL(9,2)')
    await connection.close()
    await connection.close()
  })

  test('is only read, unless it is opened for writing', async () => {
    const address = parseServerAddress(`${await made}?table=kinds`, {})
    const read = await openDuckDbFile(address, {})
    await expect(read.run('CREATE VIEW v AS SELECT 1')).rejects.toThrow(/DuckDB says: .*read-only/)
    await read.close()
    const write = await openDuckDbFile(address, {}, { write: true, threads: 1, memory: '512MB' })
    await write.run('CREATE VIEW v AS SELECT 1 AS a')
    await write.close()
  })

  test('ends a query that is stopped', async () => {
    const stop = new AbortController()
    const endless = `${await made}?query=SELECT range AS a FROM range(1000000000000)`
    setTimeout(() => stop.abort(), 300)
    await expect(withServer(endless, { signal: stop.signal }, async () => 1)).rejects.toMatchObject({
      name: 'AbortError',
      code: 'aborted',
    })
  })

  test('gives the binning of the same rows in memory', async () => {
    const parquet = await folder.parquet('shop.parquet', SHOP)
    const request = { target: 'bought', columns: ['age', 'region'], source: 'shop' }
    const counted = await withServer(`${await made}?table=visits`, {}, (engine) => fitSource(engine, request))
    expect(counted).toEqual(await fitSource(localEngine(await readData(parquet)), request))
  })

  test('is told apart from what is none', async () => {
    writeFileSync(folder.at('text.duckdb'), 'a,b\n1,2\n')
    const refused = async (name: string): Promise<string> => {
      const error: unknown = await openServer(folder.at(name)).catch((thrown: unknown) => thrown)
      return folder.short(bareMessage(error as Error))
    }
    expect(await refused('text.duckdb?table=t')).toBe('text.duckdb is not a database of DuckDB')
    expect(await refused('none.duckdb?table=t')).toBe('none.duckdb does not exist')
    expect(await refused('none.duckdb')).toMatch(/^none\.duckdb is a database of DuckDB: say which table is meant/)
  })

  test('says who else has it open', () => {
    const locked = new Error('IO Error: Could not set lock on file "x": Conflicting lock is held in node (PID 123).')
    expect(isLocked(locked)).toBe(true)
    expect(fileFault('x.duckdb', locked)).toMatchObject({
      message: 'x.duckdb is open for writing in another program (process 123); close it there, or copy the file',
    })
  })

  test('lets go of everything after an error', async () => {
    await expect(withServer(`${await made}?table=visits`, {}, () => Promise.reject(new Error('mine')))).rejects.toThrow(
      'mine',
    )
    const { database, close } = await ownDuckDb()
    const connection = await database.connect()
    await connection.run(`ATTACH '${await made}' AS again`)
    connection.closeSync()
    close()
  })
})

import type { Binning } from '../../../binning/binning.ts'
import { selectBins } from '../../../exports/sql-export.ts'
import { findDialect } from '../../../exports/sql-dialects.ts'
import { saveFile } from '../../../node/files/write-file.ts'
import { openServer } from '../../../node/servers/open-engine.ts'
import { parseTable } from '../../../node/servers/source-names.ts'
import { UsageError } from '../../exit.ts'
import type { DataFlags } from '../../flags/flag-types.ts'
import { oneOf } from '../../flags/parse-flags.ts'
import { retryTold, serverOptions } from '../../flags/server-flags.ts'
import { interruptible } from '../../interrupt.ts'
import type { Io } from '../../io.ts'

/** What is done with rows that stay in a database. */
export interface ApplyServerFlags extends DataFlags {
  readonly encode: string
  readonly output?: string
  readonly create?: readonly string[]
  readonly encoder?: string
  readonly also?: readonly string[]
  readonly force?: boolean
  /** ends the names of columns of bins; the values are kept in any case */
  readonly suffix?: string | undefined
}

/** A view or a table to make. */
interface Created {
  readonly kind: 'view' | 'table'
  readonly name: string
}

/**
 * Prints the SQL that reads a table in a database with the bins of its rows, or saves it. Something is created in the
 * database only where that is asked for.
 */
export async function applyOnServer(io: Io, binning: Binning, data: string, flags: ApplyServerFlags): Promise<void> {
  const as = formOf(data, flags)
  const created = createdBy(flags.create)
  await interruptible(async (signal) => {
    const write = created !== null
    const onRetry = retryTold(io.tell)
    const options = { ...serverOptions(data, flags), write, onRetry, signal }
    const { connection, source } = await openServer(data, options)
    try {
      // Texts of exports are read everywhere; those of engines may be shorter.
      const dialect = findDialect(connection.dialect.name)
      const { header, select } = selectBins(binning, { from: source.from, dialect, as, suffix: flags.suffix })
      // A column that is missing, or of another type, is told before anything is made.
      await connection.describe(select)
      if (created === null) {
        const sql = `${header}${select};\n`
        if (flags.output === undefined || flags.output === '-') io.out(sql)
        else await saveFile(flags.output, sql, flags)
        if (flags.output !== undefined && flags.output !== '-') io.tell(`saved as ${flags.output}`)
        return
      }
      const writing = { title: dialect.title, parts: 3, backslash: false }
      const name = parseTable(created.name, writing).map(dialect.identifier).join('.')
      await connection.run(
        `CREATE ${created.kind.toUpperCase()} ${name}${engineOf(dialect.name, created)} AS\n${select}`,
      )
      io.tell(`${created.kind} ${created.name} created`)
    } finally {
      await connection.close()
    }
  })
}

/** ClickHouse wants to be told how a table is kept. */
function engineOf(dialect: string, { kind }: Created): string {
  return dialect === 'clickhouse' && kind === 'table' ? ' ENGINE = MergeTree ORDER BY tuple()' : ''
}

function formOf(data: string, { encode, encoder, also = [], output, create }: ApplyServerFlags): 'label' | 'index' {
  const stays = `the rows of ${data} stay in their database`
  if (output !== undefined && create !== undefined)
    throw new UsageError('--create makes a view or table, and takes no -o')
  if (output !== undefined && output !== '-' && !/\.sql$/i.test(output)) {
    throw new UsageError(
      `${stays}: -o FILE.sql saves the SQL that reads them with their bins, --create view NAME makes a view of it; to have them in a file, let the database write one`,
    )
  }
  if (encode !== 'label' && encode !== 'index') {
    throw new UsageError(`${stays}, and SQL gives labels or indexes; --encode ${encode} needs them in a file`)
  }
  const given = encoder === undefined ? (also.length > 0 ? '--also' : null) : '--encoder'
  if (given !== null) throw new UsageError(`${stays}; ${given} needs them in a file`)
  return encode
}

function createdBy(given: readonly string[] | undefined): Created | null {
  if (given === undefined) return null
  if (given.length !== 2) {
    throw new UsageError('--create takes view or table and a name, behind everything else: --create view visits_binned')
  }
  return { kind: oneOf('--create', given[0], ['view', 'table']), name: given[1] }
}

import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlTestQueries } from '../../src/exports/index.ts'
import { eachSubject } from './subjects.ts'

/** The folder of the server's programs: where Debian keeps them, or on the path; null when there is none. */
const programs = findPrograms()

// A server refuses to run for root, so root lends it the user postgres.
const root = process.getuid?.() === 0
const user = root ? idOf('postgres') : (process.getuid?.() ?? null)
const usable = programs !== null && user !== null

describe.skipIf(!usable)(`a PostgreSQL server${usable ? '' : ', which is not installed,'}`, () => {
  const home = mkdtempSync(join(tmpdir(), 'kerf-postgres-'))
  const data = join(home, 'data')
  const run = (
    program: string,
    args: readonly string[],
    input?: string,
  ): { out: string; err: string; code: number } => {
    const options = { encoding: 'utf8', input, cwd: home, ...(root ? { uid: user! } : {}) } as const
    const ran = spawnSync(join(programs!, program), args, options)
    return { out: ran.stdout, err: ran.stderr, code: ran.status ?? -1 }
  }
  const start = (program: string, args: readonly string[]): void => {
    // A server that stays would keep the pipes open.
    const options = { stdio: 'ignore', cwd: home, ...(root ? { uid: user! } : {}) } as const
    const { status } = spawnSync(join(programs!, program), args, options)
    if (status !== 0) throw new Error(`${program} failed`)
  }

  beforeAll(() => {
    chmodSync(home, 0o700)
    if (root) chownSync(home, user!, -1)
    start('initdb', ['-D', data, '-U', 'kerf', '--auth=trust', '-E', 'UTF8', '--no-locale', '--no-sync'])
    const settings = `-c listen_addresses='' -c fsync=off -k ${home}`
    start('pg_ctl', ['-D', data, '-o', settings, '-l', join(home, 'log'), '-w', 'start'])
  }, 120_000)

  afterAll(() => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
    rmSync(home, { recursive: true, force: true })
  })

  test.each(['on', 'off'])('agrees on all of them, with standard_conforming_strings %s', async (setting) => {
    const all = await eachSubject()
    const queries = all.flatMap(([, binning, as]) => sqlTestQueries(binning, { dialect: 'postgres', as }))
    const script = [
      `SET client_min_messages = error`,
      `SET escape_string_warning = off`,
      `SET standard_conforming_strings = ${setting}`,
      ...queries,
      `SELECT 'the end'`,
    ]
    const args = ['-h', home, '-U', 'kerf', '-d', 'postgres', '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1']
    expect(run('psql', args, `${script.join(';\n')};\n`)).toEqual({ out: 'the end\n', err: '', code: 0 })
  })
})

function findPrograms(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const [newest] = versions
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((a, b) => b - a)
  const folders = [`${debian}/${newest}/bin`, ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => ['initdb', 'pg_ctl', 'psql'].every((name) => existsSync(join(folder, name)))) ?? null
}

function idOf(name: string): number | null {
  const told = spawnSync('id', ['-u', name], { encoding: 'utf8' })
  return told.status === 0 ? Number(told.stdout) : null
}

import { spawnSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { removeLeftovers, temporaryName } from '../../../src/node/files/leftovers.ts'
import { withTemporary } from '../../../src/node/files/temporary.ts'
import { Folder } from '../made.ts'

const folder = new Folder()

/** The number of a process that has ended. */
const GONE = spawnSync(process.execPath, ['--version']).pid

test('files of processes that are gone are removed, and no others', () => {
  const mine = temporaryName('.tmp')
  const names = {
    [mine]: true,
    [mine.replace(`-${process.pid}-`, `-${GONE}-`)]: false,
    // of another machine, of another container since the machine was started, and of the user
    [mine.replace(/^\.kerf-\w+/, '.kerf-000000').replace(`-${process.pid}-`, `-${GONE}-`)]: true,
    [mine.replace(/^(\.kerf-\w+)-\w+/, '$1-000000').replace(`-${process.pid}-`, `-${GONE}-`)]: true,
    'x.tmp': true,
    '.kerf-notes.tmp': true,
  }
  for (const name of Object.keys(names)) writeFileSync(folder.at(name), 'x')
  removeLeftovers(folder.path)
  for (const [name, stays] of Object.entries(names)) expect([name, existsSync(folder.at(name))]).toEqual([name, stays])
})

test('a temporary file is for its owner alone', async () => {
  const [path, mode] = await withTemporary('.tmp', folder.path, async (lent) => [lent, statSync(lent).mode] as const)
  expect(mode & 0o777).toBe(0o600)
  expect(existsSync(path)).toBe(false)
})

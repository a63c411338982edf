import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from './cache.mjs'
import { tell } from './progress.mjs'

/**
 * The folder of a data set, made where it is not there yet: by a process of its own, so that this one stays small.
 * @param {string} name as in make-set.mjs
 * @param {number} rows
 * @param {number} columns
 */
export function dataSet(name, rows, columns) {
  const folder = join(cacheFolder('data'), `${name}-${rows}x${columns}`)
  if (existsSync(folder)) return folder
  tell(`making ${name}, ${rows.toLocaleString('en')} × ${columns}`)
  const maker = fileURLToPath(new URL('make-set.mjs', import.meta.url))
  const part = `${folder}.part`
  const { status, stderr } = spawnSync(process.execPath, [maker, name, String(rows), String(columns), part], {
    encoding: 'utf8',
  })
  if (status !== 0) {
    rmSync(part, { recursive: true, force: true })
    throw new Error(`the data set ${name} could not be made: ${stderr}`)
  }
  renameSync(part, folder)
  return folder
}

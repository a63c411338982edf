import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run as peers } from './peers.mjs'

/** Shares of the sort that are held to, written by `npm run bench -- quick --accept bench/accepted.json`. */
const ACCEPTED = fileURLToPath(new URL('accepted.json', import.meta.url))
const SIZE = ['--rows', '200000', '--columns', '8', '--rounds', '2', '--seconds', '0.5']
const TASKS = 'mdlp,frequency,width,k-means,optimal,merging,binning,floor'

/**
 * `peers` on few rows and columns: what a change did to the speed, within three minutes. Takes the flags of `peers`; fails where
 * a share of the sort has risen over the accepted file.
 * @param {string[]} args
 */
export function run(args) {
  const given = (name) => args.some((arg) => arg === name || arg.startsWith(`${name}=`))
  const against = given('--against') || given('--accept') || !existsSync(ACCEPTED) ? [] : ['--against', ACCEPTED]
  const only = given('--only') ? [] : ['--only', TASKS]
  return peers([...SIZE, ...only, ...against, ...args], { quick: true })
}

import { run as peers } from './peers.mjs'

/**
 * How the time of cuts grows with the rows, for every method: the task `growth` of `peers` alone, which takes its flags.
 * @param {string[]} args
 */
export function run(args) {
  return peers(['--only', 'growth', '--no-python', ...args])
}

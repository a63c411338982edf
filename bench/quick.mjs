import { run as core } from './core.mjs'

/**
 * `core` on few rows and columns, in one round: what a change did to the speed, within three minutes. Takes the flags of
 * `core`, such as --against FILE.
 * @param {string[]} args
 */
export function run(args) {
  return core(['--rows', '200000', '--columns', '8', '--rounds', '1', ...args])
}

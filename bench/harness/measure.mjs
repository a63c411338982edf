import { hush, tell } from './progress.mjs'
import { runJson } from './run-json.mjs'

/**
 * @typedef {object} Step what one tool does in a process of its own
 * @property {string} label the task in words
 * @property {string} tool
 * @property {string} set the data set, by name; its sort is what `ratio` is of
 * @property {readonly string[]} command
 * @property {number} [threads]
 * @property {number} [limit] seconds after which it is ended
 *
 * @typedef {object} Row the best of its rounds
 * @property {string} label
 * @property {string} tool
 * @property {string} set
 * @property {number} threads
 * @property {number} cpu seconds
 * @property {number} wall seconds
 * @property {number} peak MB
 * @property {number | null} ratio to the CPU time of the sort
 * @property {string} [failed] why there are no figures
 * @property {Record<string, unknown>} answer
 */

/**
 * Runs every step once a round, one after the other, and keeps the best of each.
 * @param {readonly Step[]} steps
 * @param {{ rounds: number, name: string }} asked
 * @returns {Row[]}
 */
export function measure(steps, { rounds, name }) {
  /** @type {Row[]} */
  const found = steps.map(({ label, tool, set, threads = 1 }) => {
    return { label, tool, set, threads, cpu: Infinity, wall: Infinity, peak: 0, ratio: null, answer: {} }
  })
  for (let round = 1; round <= rounds; round++) {
    for (const [i, step] of steps.entries()) {
      const row = found[i]
      if (row.failed !== undefined) continue
      tell(`${name}, round ${round} of ${rounds}: ${row.tool}, ${row.label} (${row.set})`)
      const { cpu, wall, peak, failed, ...answer } = runJson(step)
      if (failed !== undefined) {
        hush()
        console.error(`${row.tool} is left out of ${row.label}: ${failed}`)
        row.failed = failed
      } else {
        row.cpu = Math.min(row.cpu, cpu)
        row.wall = Math.min(row.wall, wall)
        row.peak = Math.max(row.peak, peak)
        row.answer = answer
      }
    }
  }
  hush()
  for (const row of found) {
    const sort = found.find(({ set, label }) => set === row.set && label === 'sort')
    if (sort !== undefined && row !== sort && row.failed === undefined) row.ratio = row.cpu / sort.cpu
  }
  return found
}

/**
 * Times of many fresh processes, one after the other in turn: the wall seconds of each, in order of size.
 * @param {readonly Step[]} steps
 * @param {{ times: number, name: string }} asked
 */
export function measureFresh(steps, { times, name }) {
  const walls = steps.map(() => /** @type {number[]} */ ([]))
  for (let time = 1; time <= times; time++) {
    for (const [i, step] of steps.entries()) {
      tell(`${name}, fresh process ${time} of ${times}: ${step.label}`)
      const { wall, failed } = runJson(step)
      if (failed !== undefined) throw new Error(failed)
      walls[i].push(wall)
    }
  }
  hush()
  return walls.map((list) => list.toSorted((a, b) => a - b))
}

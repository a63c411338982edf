import { existsSync, readFileSync } from 'node:fs'

const MOST_REPEATS = 100

/**
 * Repeats some work for about so many seconds of CPU time, twice at least unless it takes very long, so that it is timed when the compiler
 * has done its work; 0 seconds ask for the first time alone. Prints the best times, the memory of doing it once, as a program
 * does, and what the work answers, as a line of JSON.
 * @param {string} seconds
 * @param {() => unknown} work
 */
export async function printTimed(seconds, work) {
  let best = { cpu: Infinity, wall: Infinity }
  let peak = 0
  /** @type {unknown} */
  let answer
  let passed = 0
  for (let time = 0; time < MOST_REPEATS; time++) {
    const [cpuStart, start] = [process.cpuUsage(), performance.now()]
    answer = await work()
    const wall = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpuStart)
    best = { cpu: Math.min(best.cpu, (user + system) / 1e6), wall: Math.min(best.wall, wall) }
    if (time === 0) peak = peakNow()
    passed += (user + system) / 1e6
    if (passed > Number(seconds) && (time > 0 || passed > 10 * Number(seconds))) break
  }
  console.log(JSON.stringify({ ...best, peak, ...Object(answer) }))
}

/** Most memory of this process in MB; what `resourceUsage` tells may be that of the process which started it. */
function peakNow() {
  if (!existsSync('/proc/self/status')) return process.resourceUsage().maxRSS / 1024
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
}

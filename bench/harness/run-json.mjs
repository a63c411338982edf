import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/** Seconds that one process may take, its loading of data included. */
const LIMIT = 1800

/**
 * Runs a program that prints a line of JSON last, and gives what it says; or `{ failed }`, since one tool that breaks is no reason to stop.
 * @param {{ command: readonly string[], threads?: number | undefined, limit?: number | undefined }} step
 * @returns {Record<string, unknown> & { cpu: number, wall: number, peak: number, failed?: string }}
 */
export function runJson({ command, threads = 1, limit = LIMIT }) {
  const [program, ...args] = command
  const most = String(threads)
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    timeout: limit * 1000,
    env: {
      ...process.env,
      // Khiops looks for its programs there.
      PATH: `${dirname(program)}${delimiter}${process.env['PATH'] ?? ''}`,
      KHIOPS_PROC_NUMBER: '1',
      OMP_NUM_THREADS: most,
      OPENBLAS_NUM_THREADS: most,
      MKL_NUM_THREADS: most,
      POLARS_MAX_THREADS: most,
      RAYON_NUM_THREADS: most,
    },
  })
  const none = { cpu: NaN, wall: NaN, peak: NaN }
  if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT') {
    return { ...none, failed: `took longer than ${limit} s` }
  }
  if (status !== 0) {
    const told = error?.message ?? stderr.trim().split('\n').at(-1)
    return { ...none, failed: told === undefined || told === '' ? `ended with ${status}` : told }
  }
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { folder, kerfProcess } from '../../cli/run.ts'

const MAIN = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url))
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `${from + i},${((from + i) * 37) % 100}\n`).join('')

/** Starts a process that goes on until it is ended. */
function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
const ended = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))

/** `npm run kills` does this hundreds of times, at random. */
test('a stream that is killed while its file is rotated ends as one that nobody disturbed; a second run changes nothing', async () => {
  const path = folder({ 'in.csv': `id,x\n${lines(0, 500)}`, 'whole.csv': `id,x\n${lines(0, 900)}` })
  const at = (name: string): string => join(path, name)
  const flags = (name: string): string[] =>
    ['--exclude', 'id', '--every', '100', '--checkpoint', '0', '--state', at(`${name}.state.gz`), '-o', at(`${name}.out`), '--events', at(`${name}.events`)] // prettier-ignore
  const args = ['stream', at('in.csv'), '--follow', ...flags('in')]
  const saved = (): number =>
    existsSync(at('in.state.gz'))
      ? (JSON.parse(gunzipSync(readFileSync(at('in.state.gz'))).toString()) as { rows: number }).rows
      : 0
  const until = async (rows: number): Promise<void> => {
    while (saved() < rows) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const first = start(args)
  const over = ended(first)
  await until(500)
  const before = ['in.state.gz', 'in.out', 'in.events'].map((name) => readFileSync(at(name)))
  const second = await kerfProcess(args)
  expect([second.code, second.err]).toEqual([1, expect.stringContaining(`is in use by process ${first.pid} since`)])
  expect(['in.state.gz', 'in.out', 'in.events'].map((name) => readFileSync(at(name)))).toEqual(before)
  appendFileSync(at('in.csv'), lines(500, 600))
  first.kill('SIGKILL')
  expect(await over).toBe('SIGKILL')
  expect(existsSync(at('in.state.gz.lock'))).toBe(true)
  renameSync(at('in.csv'), at('in.csv.1'))
  writeFileSync(at('in.csv'), `id,x\n${lines(600, 900)}`)
  const third = start(args)
  const overToo = ended(third)
  await until(900)
  third.kill('SIGTERM')
  expect(await overToo).toBe(143)
  expect(existsSync(at('in.state.gz.lock'))).toBe(false)
  expect((await kerfProcess(['stream', at('whole.csv'), ...flags('whole')])).code).toBe(0)
  for (const end of ['out', 'events'])
    expect(readFileSync(at(`in.${end}`), 'utf8')).toBe(readFileSync(at(`whole.${end}`), 'utf8'))
}, 60_000)

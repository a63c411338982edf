import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lockPath, lockState } from '../../../src/node/stream/state-lock.ts'
import { folder } from '../../cli/run.ts'
import { makeRun } from './stream-made.ts'

/** What a lock says, with some of it changed. */
function changed(lock: string, change: Record<string, unknown>): string {
  return `${JSON.stringify({ ...(JSON.parse(lock) as object), ...change })}\n`
}

/** A process that is gone. */
const gone = (): number => spawnSync('true').pid

describe('the lock of a state', () => {
  test('keeps a second run from changing anything, and is gone when the first ends', async () => {
    const path = folder({ 'in.csv': 'x\n1\n2\n' })
    const [data, state, output] = ['in.csv', 's.json', 'out.csv'].map((name) => join(path, name))
    let letGo = (): void => undefined
    const waits = new Promise<void>((resolve) => (letGo = resolve))
    async function* slow(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Buffer.from('x\n1\n2\n')
      await waits
      yield Buffer.from('3\n')
    }
    const first = makeRun({ data: '-', input: slow(), state, output })
    const over = first.run()
    while (!existsSync(output) || statSync(output).size < 30) await new Promise((resolve) => setTimeout(resolve, 5))
    const before = [state, output].map((name) => readFileSync(name, 'utf8'))
    await expect(makeRun({ data, state, output, force: true }).run()).rejects.toThrow(
      new RegExp(`s\\.json is in use by process ${process.pid} since 20.*s\\.json\\.lock; wait for it, or end it with kill ${process.pid}`),
    ) // prettier-ignore
    expect([state, output].map((name) => readFileSync(name, 'utf8'))).toEqual(before)
    letGo()
    await over
    expect(first.row).toBe(3)
    expect(readdirSync(path).toSorted()).toEqual(['in.csv', 'out.csv', 's.json'])
  })

  test('is let go of where a run fails', async () => {
    const path = folder({ 'in.csv': 'x\na\nb\n' })
    const state = join(path, 's.json')
    await expect(makeRun({ data: join(path, 'in.csv'), state }).run()).rejects.toThrow('no column of numbers')
    expect(readdirSync(path)).toEqual(['in.csv'])
  })

  test('is taken over from a process that is gone, or whose number another one has', () => {
    const state = join(folder(), 's.json')
    const lock = `${state}.lock`
    const stale = (change: Record<string, unknown>): void => {
      lockState(state)()
      const release = lockState(state)
      const text = changed(readFileSync(lock, 'utf8'), change)
      release()
      writeFileSync(lock, text)
      const mine = lockState(state)
      expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid })
      mine()
      expect(existsSync(lock)).toBe(false)
    }
    stale({ token: 'a', pid: gone() })
    if (process.platform !== 'linux') return
    stale({ token: 'b', started: '1' })
    stale({ token: 'c', boot: 'another start of the machine' })
  })

  test('can be taken over though whoever tried before was killed meanwhile', () => {
    const state = join(folder(), 's.json')
    const release = lockState(state)
    const text = readFileSync(`${state}.lock`, 'utf8')
    release()
    writeFileSync(`${state}.lock`, changed(text, { token: 'first', pid: gone() }))
    writeFileSync(`${state}.lock.first`, changed(text, { token: 'second', pid: gone() }))
    const mine = lockState(state)
    expect(readdirSync(join(state, '..'))).toEqual(['s.json.lock'])
    mine()
    // Who is still at it is not disturbed.
    writeFileSync(`${state}.lock`, changed(text, { token: 'first', pid: gone() }))
    writeFileSync(`${state}.lock.first`, changed(text, { token: 'second' }))
    expect(() => lockState(state)).toThrow('is in use by process')
  })

  test('is left to people where it cannot be judged', () => {
    const state = join(folder(), 's.json')
    const release = lockState(state)
    const text = readFileSync(`${state}.lock`, 'utf8')
    release()
    writeFileSync(`${state}.lock`, changed(text, { host: 'elsewhere', pid: 7 }))
    expect(() => lockState(state)).toThrow(
      /in use by process 7 on elsewhere since .*; whether it still runs cannot be seen from here; if it has ended, remove .*s\.json\.lock and start again/,
    )
    writeFileSync(`${state}.lock`, changed(text, { space: 'pid:[1]', pid: 7 }))
    expect(() => lockState(state)).toThrow(`process 7 on another container of ${hostname()}`)
    writeFileSync(`${state}.lock`, 'my notes')
    expect(() => lockState(state)).toThrow('s.json.lock should say which run uses')
    expect(readFileSync(`${state}.lock`, 'utf8')).toBe('my notes')
  })

  test('is not made for what cannot hold a state', () => {
    const path = folder()
    expect(() => lockState(path)).toThrow('is a folder; a state needs a file')
    expect(() => lockState('/dev/null')).toThrow('/dev/null is a device or a pipe; a state needs a file')
    expect(() => lockState(join(path, 'no', 's.json'))).toThrow(/s\.json\.lock cannot be written: its folder does not/)
    expect([existsSync(`${path}.lock`), existsSync('/dev/null.lock')]).toEqual([false, false])
  })

  test('is the same by whatever link the state is named', () => {
    const path = folder({ 's.json': '' })
    symlinkSync('s.json', join(path, 'link'))
    expect(lockPath(join(path, 'link'))).toBe(lockPath(join(path, 's.json')))
  })
})

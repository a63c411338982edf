import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** What a command line gave. */
export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly cwd?: string
  /** standard input */
  readonly input?: string | Uint8Array
  readonly env?: Record<string, string>
  /** what a shell runs, given the command: `ulimit -f 1; ${command}` */
  readonly shell?: (command: string) => string
}

/** Runs `kerf` as a user would, with the built program. */
export async function kerf(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd, input, env = {}, shell } = options
  const words = [process.execPath, MAIN, ...args]
  const quoted = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
  const [command, ...rest] = shell === undefined ? words : ['bash', '-c', shell(quoted)]
  const child = spawn(command, rest, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100', FORCE_COLOR: '', ...env },
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  // A program that does not read to the end closes the pipe; that is its right.
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }
}

/** A folder of its own that is gone after the tests of the file. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'kerf-test-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return path
}

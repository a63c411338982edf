import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterAll } from 'vitest'
import { PROGRAM_FILE } from '../../scripts/package/entries.mjs'
import { ioOf } from '../../src/cli/io.ts'

/** The same program without the few lines that tie it to a process of its own. */
const COMMAND_LINE = pathToFileURL(PROGRAM_FILE.replace(/main\.js$/, 'program.js')).href

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
}

export interface ProcessOptions extends RunOptions {
  readonly env?: Record<string, string>
  /** what a shell runs, given the command: `ulimit -f 1; ${command}` */
  readonly shell?: (command: string) => string
}

/** The command line before: standard streams and the current folder are one for all, so they take turns. */
let before: Promise<unknown> = Promise.resolve()

/** Runs `kerf` with the built program, in this process: starting one costs ten times what most commands do. */
export async function kerf(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const ran = before.then(() => here(args, options))
  before = ran.catch(() => undefined)
  return ran
}

async function here(args: readonly string[], { cwd, input }: RunOptions): Promise<Ran> {
  const { runCommandLine } = (await import(COMMAND_LINE)) as typeof import('../../src/cli/program.ts')
  const [out, err]: Buffer[][] = [[], []]
  const into = (pieces: Buffer[]) => (text: string) => void pieces.push(Buffer.from(text))
  const stdout = new Writable({ write: (piece: Buffer, _, done) => done(void out.push(Buffer.from(piece))) })
  const stdin = Readable.from(input === undefined || input.length === 0 ? [] : [Buffer.from(input)])
  const restore = (['stdin', 'stdout'] as const).map((name) => {
    const own = Object.getOwnPropertyDescriptor(process, name)!
    Object.defineProperty(process, name, { ...own, get: () => ({ stdin, stdout })[name] })
    return () => Object.defineProperty(process, name, own)
  })
  const home = process.cwd()
  if (cwd !== undefined) process.chdir(cwd)
  try {
    const io = ioOf({ writeOut: into(out), writeErr: into(err), color: false, width: 100, progress: false })
    const code = await runCommandLine(args, io)
    return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }
  } finally {
    process.chdir(home)
    for (const undo of restore) undo()
  }
}

/** Runs `kerf` as a user would, in a process of its own: for signals, pipes, limits and what the environment says. */
export async function kerfProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Ran> {
  const { cwd, input, env = {}, shell } = options
  const words = [process.execPath, PROGRAM_FILE, ...args]
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

import { expect, test } from 'vitest'
import { ioOf } from '../../src/cli/io.ts'
import { COMMANDS, programFor, runCommandLine } from '../../src/cli/program.ts'

const io = ioOf({ writeOut: () => {}, writeErr: () => {}, color: false, width: 100, progress: false })

test('every command but completion is loaded alone, and is the same then', async () => {
  const { commands: all } = await programFor([], io)
  expect(all.map((command) => command.name())).toEqual(Object.keys(COMMANDS))
  for (const one of all) {
    if (one.name() === 'completion') continue
    const { commands } = await programFor([one.name()], io)
    expect(commands.map((command) => command.helpInformation())).toEqual([one.helpInformation()])
  }
})

test('arguments that name no command get all of them', async () => {
  for (const args of [[], ['--help'], ['completion', 'bash'], ['fti'], ['constructor']]) {
    expect((await programFor(args, io)).commands.length).toBe(Object.keys(COMMANDS).length)
  }
})

test('the list of commands is that of the commands themselves, and none is loaded for it', async () => {
  const all = await programFor([], io)
  for (const flag of ['--help', '-h', 'help']) {
    const listed = await programFor([flag], io)
    expect(listed.helpInformation()).toBe(all.helpInformation())
    expect(listed.commands.flatMap(({ options }) => options.map(({ long }) => long))).not.toContain('--target')
  }
  expect((await programFor(['--version'], io)).commands).toEqual([])
})

test('an argument with the character NUL is refused in words', async () => {
  let said = ''
  const telling = ioOf({ writeOut: () => {}, writeErr: (text) => void (said += text), color: false, width: 100, progress: false }) // prettier-ignore
  expect(await runCommandLine(['fit', 'rows.csv', '--output', 'a\0b'], telling)).toBe(2)
  expect(said).toBe('kerf: an argument holds the character NUL\n')
})

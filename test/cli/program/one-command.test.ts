import { expect, test } from 'vitest'
import { LOADERS, programFor } from '../../../src/cli/program/one-command.ts'
import { buildProgram } from '../../../src/cli/program/program.ts'

const io = { out: () => {}, err: () => {}, color: false, width: 100, progress: false }

test('every command but completion can be loaded alone, and is the same then', async () => {
  const all = buildProgram(io).commands
  expect(Object.keys(LOADERS).toSorted()).toEqual(
    all
      .map((command) => command.name())
      .filter((name) => name !== 'completion')
      .toSorted(),
  )
  for (const name of Object.keys(LOADERS)) {
    const { commands } = await programFor([name], io)
    expect(commands.map((command) => command.helpInformation())).toEqual([
      all.find((command) => command.name() === name)!.helpInformation(),
    ])
  }
})

test('arguments that name no command get all of them', async () => {
  for (const args of [[], ['--help'], ['completion', 'bash'], ['fti'], ['constructor']]) {
    expect((await programFor(args, io)).commands.length).toBe(buildProgram(io).commands.length)
  }
})

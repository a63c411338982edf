import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findShared, type RunFile } from '../../../src/node/files/same-file.ts'
import { told } from '../../cli/in-process.ts'
import { folder } from '../../cli/run.ts'

const shared = (...files: readonly [role: string, path: string, writes: boolean][]): string[] | null =>
  findShared(files.map(([role, path, writes]): RunFile => ({ role, path, writes })))?.map(({ role }) => role) ?? null

describe('two files of a run', () => {
  test('are one by any path, link or hard link, and where they are not there yet', () => {
    const path = folder({ 'a.csv': 'x\n1\n' })
    const at = (name: string): string => join(path, name)
    symlinkSync('a.csv', at('soft'))
    linkSync(at('a.csv'), at('hard'))
    symlinkSync('later', at('dangling'))
    mkdirSync(at('sub'))
    symlinkSync(at('sub'), at('folder'))
    for (const other of ['a.csv', 'soft', 'hard', 'sub/../a.csv'])
      expect([other, shared(['data', at('a.csv'), false], ['-o', at(other), true])]).toEqual([other, ['data', '-o']])
    expect(shared(['one', at('later'), true], ['other', at('dangling'), true])).toEqual(['one', 'other'])
    expect(shared(['one', at('sub/new'), true], ['other', at('folder/new'), true])).toEqual(['one', 'other'])
    expect(shared(['one', at('new'), true], ['other', at('new.tmp'), true])).toBe(null)
    // Reading twice harms nobody, nor does a device.
    expect(shared(['one', at('a.csv'), false], ['other', at('hard'), false])).toBe(null)
    expect(shared(['one', '/dev/null', true], ['other', '/dev/null', true])).toBe(null)
  })
})

describe('a run whose files are each other', () => {
  const stream = async (
    files: Record<string, string>,
    ...args: string[]
  ): Promise<{ message: string; left: string[]; path: string }> => {
    const path = folder(files)
    const { error } = await told(['stream', ...args.map((word) => word.replace(/^@/, `${path}/`))])
    return { message: error?.message ?? 'no error', left: readdirSync(path).toSorted(), path }
  }

  test.each([
    [['--state', '@so', '-o', '@so'], '--output @so is the file of --state as well; name another one'],
    [['--events', '@in.csv'], '--events @in.csv is the file of the data as well; name another one'],
    [['--state', '@in.csv'], '--state @in.csv is the file of the data as well; name another one'],
    [['-o', '@rows', '--events', '@rows'], '--events @rows is the file of --output as well; name another one'],
    [['--binning', '@b', '--state', '@b'], '--binning @b is the file of --state as well; name another one'],
    [
      ['--state', '@s', '-o', '@s.lock', '--force'],
      '--output @s.lock is the file of the lock of --state as well; name another one',
    ],
  ])('is refused before anything is written: %j', async (args, message) => {
    const { message: got, left, path } = await stream({ 'in.csv': 'x\n1\n2\n' }, '@in.csv', ...args)
    expect(got).toBe(message.replaceAll('@', `${path}/`))
    expect(left).toEqual(['in.csv'])
    expect(readFileSync(join(path, 'in.csv'), 'utf8')).toBe('x\n1\n2\n')
  })

  test('is refused by other commands, too', async () => {
    const path = folder({ 'in.csv': 'x,y\n1,a\n2,b\n3,a\n4,b\n' })
    const at = (name: string): string => join(path, name)
    const message = async (...args: string[]): Promise<string> => (await told(args)).error?.message ?? 'no error'
    expect(await message('fit', at('in.csv'), '-t', 'y', '-o', at('b'), '--report', at('b'), '--force')).toContain(
      'is the file of --output as well',
    )
    expect(await message('fit', at('in.csv'), '-t', 'y', '-o', at('in.csv'), '--force')).toBe(
      `--output ${at('in.csv')} is the file of the data as well; name another one`,
    )
    expect(readdirSync(path)).toEqual(['in.csv'])
    // A saved file may be changed in place.
    expect(await message('fit', at('in.csv'), '-m', 'equal-width', '-o', at('b.json'))).toBe('no error')
    expect(await message('edit', at('b.json'), '--column', 'x', '--add', '2', '-o', at('b.json'), '--force')).toBe(
      'no error',
    )
  })
})

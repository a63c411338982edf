import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { glob, isGlob, namePattern } from '../../../src/node/files/glob.ts'
import { Folder } from '../made.ts'

const matches = (pattern: string, name: string): boolean => namePattern(pattern).test(name)

describe('namePattern', () => {
  test.each([
    ['*.csv', 'a.csv', true],
    ['*.csv', 'a.csv.gz', false],
    ['*', '.hidden', false],
    ['.*', '.hidden', true],
    ['?.csv', 'a.csv', true],
    ['?.csv', 'ab.csv', false],
    ['?', '😀', true],
    ['[a-c].csv', 'b.csv', true],
    ['[!a-c].csv', 'b.csv', false],
    ['[^a-c].csv', 'd.csv', true],
    ['[]]', ']', true],
    ['[a', '[a', true],
    ['a.c', 'abc', false],
    ['(a+b)$', '(a+b)$', true],
    ['x{1}', 'x{1}', true],
    [String.raw`[\]`, '\\', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['a*', 'b\na', false],
  ])('%s against %s: %s', (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected)
  })
})

describe('glob', () => {
  const folder = new Folder()
  mkdirSync(folder.at('2024/q1'), { recursive: true })
  mkdirSync(folder.at('2025'))
  mkdirSync(folder.at('folder.csv'))
  mkdirSync(folder.at('.git'))
  for (const name of ['b.csv', 'a.csv', 'c.txt', '2024/x.csv', '2024/q1/y.csv', '2025/z.csv', '.git/w.csv']) {
    folder.file(name, '')
  }
  symlinkSync('a.csv', folder.at('d.csv'))
  symlinkSync('nothing', folder.at('e.csv'))
  symlinkSync('..', folder.at('2024/up'))
  const found = async (pattern: string): Promise<string[]> =>
    (await glob(folder.at(pattern))).map((path) => folder.short(path))

  test('finds files, no folders and no dangling links, sorted by name', async () => {
    expect(await found('*.csv')).toEqual(['a.csv', 'b.csv', 'd.csv'])
    expect(await found('[ab].*')).toEqual(['a.csv', 'b.csv'])
    expect(await found('nothing*')).toEqual([])
    expect(await found('gone/*.csv')).toEqual([])
  })
  test('patterns may stand for folders', async () => {
    expect(await found('20*/*.csv')).toEqual(['2024/x.csv', '2025/z.csv'])
    expect(await found('20*/q?/*')).toEqual(['2024/q1/y.csv'])
  })
  test('** stands for any number of folders, hidden ones and links left out', async () => {
    expect(await found('**/*.csv')).toEqual(['2024/q1/y.csv', '2024/x.csv', '2025/z.csv', 'a.csv', 'b.csv', 'd.csv'])
    expect(await found('2024/**/y.csv')).toEqual(['2024/q1/y.csv'])
    expect(await found('2024/**')).toEqual(['2024/q1/y.csv', '2024/x.csv'])
  })
  test('knows a pattern when it sees one', () => {
    expect(['a.csv', '*.csv', 'a?', '[a]'].map(isGlob)).toEqual([false, true, true, true])
  })
})

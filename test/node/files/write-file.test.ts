import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { checkOutput, withOutputs, writeFileSafely } from '../../../src/node/files/write-file.ts'
import { readingFault, writingFault } from '../../../src/node/files/system-errors.ts'
import { Folder } from '../made.ts'

const folder = new Folder()
const text =
  (content: string) =>
  (path: string): Promise<void> =>
    writeFile(path, content)

test('a file is written by way of a temporary one beside it', async () => {
  let seen: string[] = []
  await writeFileSafely(folder.at('a.txt'), async (path) => {
    await writeFile(path, 'one')
    seen = readdirSync(folder.path)
  })
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatch(/^\.kerf-[0-9a-f]{6}-[0-9a-f]{6}-\d+-\d+-\w+\.tmp$/)
  expect(readdirSync(folder.path)).toEqual(['a.txt'])
  expect(readFileSync(folder.at('a.txt'), 'utf8')).toBe('one')
})

test('a file that exists is replaced only with force, and keeps its rights', async () => {
  const path = folder.at('b.txt')
  writeFileSync(path, 'old')
  chmodSync(path, 0o640)
  let called = false
  const refused = writeFileSafely(path, async () => {
    called = true
  })
  expect(await folder.refusal(refused)).toBe('b.txt exists already; add --force to replace it')
  expect(called).toBe(false)
  await writeFileSafely(path, text('new'), { force: true })
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(statSync(path).mode & 0o777).toBe(0o640)
})

test('a file that appears meanwhile is not replaced', async () => {
  const path = folder.at('c.txt')
  const writing = writeFileSafely(path, async (temporary) => {
    await writeFile(temporary, 'mine')
    await writeFile(path, 'theirs')
  })
  expect(await folder.refusal(writing)).toBe('c.txt exists already; add --force to replace it')
  expect(readFileSync(path, 'utf8')).toBe('theirs')
})

test('after an error nothing is left, and an old file is as it was', async () => {
  const path = folder.at('d.txt')
  writeFileSync(path, 'old')
  const before = readdirSync(folder.path)
  const writing = writeFileSafely(
    path,
    async (temporary) => {
      await writeFile(temporary, 'half')
      throw new Error('stop')
    },
    { force: true },
  )
  await expect(writing).rejects.toThrow('stop')
  expect(readdirSync(folder.path)).toEqual(before)
  expect(readFileSync(path, 'utf8')).toBe('old')
})

test('a link stays a link', async () => {
  writeFileSync(folder.at('target.txt'), 'old')
  symlinkSync('target.txt', folder.at('link.txt'))
  await writeFileSafely(folder.at('link.txt'), text('new'), { force: true })
  expect(readlinkSync(folder.at('link.txt'))).toBe('target.txt')
  expect(readFileSync(folder.at('target.txt'), 'utf8')).toBe('new')
})

test('a link that leads nowhere is followed, and where its folder is missing that is said', async () => {
  symlinkSync('new-target.txt', folder.at('dangling.txt'))
  symlinkSync('dangling.txt', folder.at('twice.txt'))
  await writeFileSafely(folder.at('twice.txt'), text('new'))
  expect(readlinkSync(folder.at('dangling.txt'))).toBe('new-target.txt')
  expect(readFileSync(folder.at('new-target.txt'), 'utf8')).toBe('new')
  symlinkSync('gone/x.txt', folder.at('lost.txt'))
  expect(await folder.refusal(checkOutput(folder.at('lost.txt')))).toBe(
    'lost.txt is a link to gone/x.txt, which cannot be written: there is no folder gone',
  )
})

test('a new file has the usual rights', async () => {
  await writeFileSafely(folder.at('usual.txt'), text('x'))
  writeFileSync(folder.at('plain.txt'), 'x')
  expect(statSync(folder.at('usual.txt')).mode).toBe(statSync(folder.at('plain.txt')).mode)
})

test('files wait until all went well', async () => {
  const write = async (result: string): Promise<string> => {
    await writeFileSafely(folder.at('waits.txt'), text('x'))
    expect(existsSync(folder.at('waits.txt'))).toBe(false)
    return result
  }
  const before = readdirSync(folder.path)
  expect(
    await withOutputs(
      () => write('bad'),
      (result) => result === 'good',
    ),
  ).toBe('bad')
  expect(readdirSync(folder.path)).toEqual(before)
  await withOutputs(
    () => write('good'),
    (result) => result === 'good',
  )
  expect(readFileSync(folder.at('waits.txt'), 'utf8')).toBe('x')
})

test('a device is written to as it is', async () => {
  await writeFileSafely('/dev/null', text('x'))
  expect(await folder.refusal(writeFileSafely('/dev/full', text('x')))).toBe(
    '/dev/full cannot be written: the disk is full; free some space or choose another folder',
  )
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
})

test('paths that cannot be written are refused in words', async () => {
  mkdirSync(folder.at('sub'))
  writeFileSync(folder.at('plain'), '')
  expect(await folder.refusal(checkOutput(folder.at('sub')))).toBe('sub is a folder; name a file in it')
  expect(await folder.refusal(checkOutput(folder.at('gone/x.csv')))).toBe(
    'gone/x.csv cannot be written: there is no folder gone',
  )
  expect(await folder.refusal(checkOutput(folder.at('plain/x.csv')))).toBe(
    'plain/x.csv cannot be written: plain is a file, not a folder',
  )
  expect(await folder.refusal(writeFileSafely(folder.at(`${'x'.repeat(300)}.csv`), text('x')))).toBe(
    `${'x'.repeat(300)}.csv cannot be written: the name is too long`,
  )
})

test('errors of the system become sentences, also when only the database tells them', () => {
  const coded = (code: string): Error => Object.assign(new Error('x'), { code })
  expect(writingFault(coded('EFBIG'))).toBe(
    'cannot be written: the file would be larger than the system allows; raise the limit with ulimit -f',
  )
  expect(writingFault(coded('EACCES'))).toBe('cannot be written: permission denied; choose another folder')
  expect(writingFault(coded('EROFS'))).toBe('cannot be written: the disk is read-only; choose another folder')
  expect(writingFault(new Error('IO Error: Could not write file "x": No space left on device'))).toBe(
    'cannot be written: the disk is full; free some space or choose another folder',
  )
  expect(writingFault(new Error('other'))).toBeNull()
  expect(readingFault(coded('EACCES'))).toBe('cannot be read: permission denied; ask its owner, or run chmod +r on it')
  expect(readingFault(coded('EMFILE'))).toBe(
    'cannot be opened: too many files are open; raise the limit with ulimit -n',
  )
})

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readSmallFile, type SmallFileOptions } from '../../../src/node/files/small-file.ts'
import { Folder } from '../made.ts'

const folder = new Folder()
const refusal = (path: string, options?: SmallFileOptions): Promise<string> =>
  folder.refusal(Promise.resolve().then(() => readSmallFile(path, options)))

test('a file is read as it is, or unpacked', () => {
  writeFileSync(folder.at('a'), 'text')
  writeFileSync(folder.at('a.gz'), gzipSync('text'))
  expect(readSmallFile(folder.at('a')).toString()).toBe('text')
  expect(readSmallFile(folder.at('a.gz'), { gzip: true }).toString()).toBe('text')
  writeFileSync(folder.at('empty'), '')
  expect(readSmallFile(folder.at('empty'))).toHaveLength(0)
})

test('what has no end is refused before it is read', async () => {
  execFileSync('mkfifo', [folder.at('pipe')])
  const remedy = 'expected a file; save what it gives to a file and name that'
  expect(await refusal(folder.at('pipe'))).toBe(`pipe is a pipe, ${remedy}`)
  expect(await refusal('/dev/zero')).toBe(`/dev/zero is a device, ${remedy}`)
  expect(await refusal(folder.path)).toMatch(/ is a folder, expected a file$/)
  expect(await refusal(folder.at('gone'))).toBe('gone does not exist')
})

test('more than allowed is refused, also when it is packed or grows', async () => {
  writeFileSync(folder.at('large'), 'x'.repeat(3000))
  writeFileSync(folder.at('large.gz'), gzipSync('x'.repeat(3_000_000)))
  const most = 'more than the 1 MB that such a file may have; name another file'
  expect(await refusal(folder.at('large'), { most: 1000 })).toBe(`large has 1 MB, ${most}`)
  expect(await refusal(folder.at('large.gz'), { most: 1e6, gzip: true })).toBe(`large.gz unpacks to ${most}`)
  // Files of /proc say that they are empty.
  expect(await refusal('/proc/self/maps', { most: 100 })).toBe(`/proc/self/maps holds ${most}`)
})

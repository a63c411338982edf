import { expect, test } from 'vitest'
import { logTable } from '../../src/util/numbers/fast-entropy.ts'
import { BucketMemory } from '../../src/wasm/bucket-memory.ts'

test('the table of wanted buckets lies where the kernel looks for it', () => {
  for (const classes of [1, 2, 16]) {
    expect(BucketMemory.of(1024, classes, logTable())?.at.wanted).toBe(64)
  }
})

test('there is no memory for too many classes', () => {
  expect(BucketMemory.of(1024, 17, logTable())).toBeNull()
})

import { expect, test } from 'vitest'
import { ownEntry } from '../../src/util/own-entry.ts'

test('what a record says of a name, not what every object has', () => {
  expect(ownEntry({ a: 1 }, 'a')).toBe(1)
  expect(ownEntry({}, 'constructor')).toBe(undefined)
  expect(ownEntry(JSON.parse('{"__proto__": 2}') as Record<string, number>, '__proto__')).toBe(2)
  expect(ownEntry(undefined, 'a')).toBe(undefined)
})

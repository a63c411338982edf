import { expect, test } from 'vitest'
import { own } from '../../src/util/own.ts'

test('what a record says of a name, not what every object has', () => {
  expect(own({ a: 1 }, 'a')).toBe(1)
  expect(own({}, 'constructor')).toBe(undefined)
  expect(own(JSON.parse('{"__proto__": 2}') as Record<string, number>, '__proto__')).toBe(2)
  expect(own(undefined, 'a')).toBe(undefined)
})

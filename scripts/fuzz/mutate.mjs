// Ways to break bytes, texts and JSON. All of them take their random numbers from the case.

/** Numbers at which code goes wrong. */
export const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  2,
  63,
  64,
  65,
  255,
  256,
  65_535,
  65_536,
  1e6,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  1e15,
  1e300,
  -1e300,
  5e-324,
  1.7976931348623157e308,
  0.1 + 0.2,
  -12345.678,
]

/** Texts that mean something to somebody. */
export const WORDS = [
  '',
  ' ',
  'a',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u0000',
  '\ud800',
  '\u202e',
  '\u2028',
  'ä',
  '😀',
  'x'.repeat(300),
  '"',
  "'",
  '\\',
  '../..',
  '\u001b[2J',
  '<script>',
  '0',
  '-1',
  '1e5',
  '2024-02-30',
  '%s',
  '${x}',
  '\ufeff',
]

/** One of a list. */
export const pick = ({ integer }, list) => list[integer(list.length)]

/**
 * Bytes with one to four faults: flipped bits, runs of 0xFF, parts cut out, doubled, moved, cut off.
 * @param {Uint8Array} bytes
 */
export function mutateBytes(bytes, random) {
  let now = Buffer.from(bytes)
  for (let left = 1 + random.integer(4); left > 0; left--) now = breakBytes(now, random)
  return now
}

function breakBytes(bytes, { integer }) {
  if (bytes.length === 0) return bytes
  const at = integer(bytes.length)
  const end = Math.min(bytes.length, at + 1 + integer(integer(4) === 0 ? bytes.length : 16))
  switch (integer(8)) {
    case 0:
      bytes[at] ^= 1 << integer(8)
      return bytes
    case 1:
      bytes[at] = integer(256)
      return bytes
    case 2:
      return bytes.fill(0xff, at, Math.min(end, at + 4))
    case 3:
      return bytes.subarray(0, at)
    case 4:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    case 5:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
    case 6:
      return bytes.fill(0, at, end)
    default:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end), bytes.subarray(at, end)])
  }
}

/** A copy of plain data with one to three faults somewhere in it, as text. */
export function mutateJson(text, random) {
  const root = { value: JSON.parse(text) }
  for (let left = 1 + random.integer(3); left > 0; left--) breakJson(root, random)
  return JSON.stringify(root.value) ?? ''
}

/** Walks down at random and breaks what it comes to. */
function breakJson(root, random) {
  const { integer } = random
  let [parent, key] = [root, 'value']
  for (;;) {
    const inside = parent[key]
    if (typeof inside !== 'object' || inside === null || integer(8) === 0) break
    const keys = Object.keys(inside)
    if (keys.length === 0) break
    parent = inside
    key = pick(random, keys)
  }
  const old = parent[key]
  switch (integer(9)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete parent[key]
      return
    case 1:
      if (Array.isArray(parent)) parent.splice(Number(key), 0, structuredClone(old))
      else parent[`${key}${integer(3)}`] = old
      return
    case 2:
      if (Array.isArray(parent)) parent.length = Number(key)
      else parent[key] = null
      return
    case 3:
      // A letter more may be a name as good as before.
      parent[key] = typeof old === 'string' && integer(2) === 0 ? `${old}x` : pick(random, WORDS)
      return
    case 4:
      parent[key] = pick(random, [[], {}, [[]], true, false, null, [null], { a: 1 }, '[object Object]'])
      return
    case 5:
      if (Array.isArray(old)) parent[key] = old.toReversed()
      else parent[key] = [old]
      return
    case 6:
      if (typeof old === 'number') parent[key] = pick(random, [-old, old + 1, old - 1, old * 1e9, old / 3, String(old)])
      else parent[key] = pick(random, NUMBERS)
      return
    default:
      parent[key] = pick(random, NUMBERS)
  }
}

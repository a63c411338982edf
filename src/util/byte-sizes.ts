import { check, type Rule } from './check.ts'

const UNITS: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4 }

/** What a size must look like. */
export const SIZE: Rule<string> = {
  words: 'a number of bytes such as 500MB or 2GB',
  type: 'string',
  accepts: (v) => typeof v === 'string' && /^\d+(?:\.\d+)?\s*[kmgt]i?b$/i.test(v),
}

/** A size such as 500MB or 1.5GiB in bytes. */
export function parseBytes(size: string): number {
  check('kerf', 'memory', SIZE, size)
  const [, number, unit, binary] = /^([\d.]+)\s*([kmgt])(i?)b$/i.exec(size)!
  let bytes = Number(number)
  for (let i = 0; i < UNITS[unit.toLowerCase()]; i++) bytes *= binary === '' ? 1000 : 1024
  return Math.floor(bytes)
}

/** Bytes in words, such as 512 MB. */
export function bytesText(bytes: number): string {
  return bytes >= 2e9 ? `${Math.ceil(bytes / 1e8) / 10} GB` : `${Math.ceil(bytes / 1e6)} MB`
}

import { expect } from 'vitest'
import type { ErrorCode } from '../src/errors.ts'

/** What a wrong call throws: class, code and the whole message. */
export function argumentError(code: ErrorCode, message: string): Error {
  return expect.objectContaining({ name: 'ArgumentError', code, message }) as Error
}

/** What is thrown where the data cannot be used: class and the whole message, and what else is said of the place. */
export function dataError(message: string, place: { column?: string | null; row?: number | null } = {}): Error {
  return expect.objectContaining({ name: 'DataError', message, ...place }) as Error
}

/** What a function throws that reads a saved file: the field that is wrong, and what it should be. */
export function formatError(where: string, path: string, message: string): Error {
  const whole = [where, path, message].filter((part) => part !== '').join(': ')
  return expect.objectContaining({ name: 'FormatError', code: 'bad-format', path, message: whole }) as Error
}

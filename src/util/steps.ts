/**
 * Work in steps, so that the same code runs at once or over time: it yields what it waits for, or, where other work may
 * come in between, about which part of it is done, from 0 to 1.
 */
export type Steps<T> = Generator<Promise<void> | number, T, void>

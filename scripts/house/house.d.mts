import type { Import } from './imports.mjs'

/** Path inside src → text. */
export type Files = ReadonlyMap<string, string>

/** What the README.md of a folder says; null where it does not say it. */
export interface RoomText {
  readonly about: string | null
  readonly may: string | null
  readonly first: string | null
  /** What it says of single files. */
  readonly files: Readonly<Record<string, string>>
}

/** An entry of the layout. */
export interface Room {
  readonly path: string
  readonly kind: 'folder' | 'file' | 'door'
  readonly about: string | null
  readonly first: string | null
  readonly size: number
  /** Entry it imports from → number of imports. */
  readonly imports: ReadonlyMap<string, number>
}

export function readSources(): Files
export function allImports(files: Files): Import[]
export function resolveImport(from: string, to: string): string
export function readRoom(text: string): RoomText
export function readHouse(files: Files): Room[]

/** What stands in a page header; sizes that are not given are the true ones. */
export interface PageClaims {
  readonly values: number
  readonly encoding?: string
  readonly unpacked?: number
  readonly size?: number
}

/** The same for the second kind of page. */
export interface SecondPageClaims extends PageClaims {
  readonly nulls?: number
  readonly packed?: boolean
  readonly definition?: number
  readonly repetition?: number
}

/** What the footer says; what is not given is true. */
export interface FileClaims {
  readonly rows: number
  readonly type?: string
  readonly required?: boolean
  readonly codec?: number
  readonly chunkRows?: number
  readonly groupRows?: number
  readonly size?: number
  readonly start?: number
  readonly name?: string
  readonly children?: number
  readonly elements?: number
  readonly groups?: number
  readonly length?: number
  readonly converted?: number
  readonly scale?: number
  readonly precision?: number
}

export function varint(value: number | bigint): number[]
export function little(value: number | bigint, count: number): number[]
export function measured(bytes: readonly number[]): number[]
export function textBytes(text: string): number[]
export function dataPage(bytes: readonly number[], claims: PageClaims): number[]
export function dataPage2(levels: readonly number[], bytes: readonly number[], claims: SecondPageClaims): number[]
export function dictionaryPage(bytes: readonly number[], claims: PageClaims): number[]
export function parquetFile(pages: readonly (readonly number[])[], claims: FileClaims): Uint8Array

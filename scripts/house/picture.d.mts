import type { Room } from './house.mjs'

/** The map of the house as SVG text. */
export function housePicture(house: readonly Room[]): string

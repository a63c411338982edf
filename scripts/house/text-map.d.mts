import type { Room } from './house.mjs'

export function houseText(house: readonly Room[]): string
export function houseOrder(house: readonly Room[]): Room[]

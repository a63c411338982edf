/** The species of each flower. */
export const species: readonly string[]

/** Name of a length, such as `petal length`, to its value for each flower in centimetres. */
export const lengths: Readonly<Record<string, readonly number[]>>

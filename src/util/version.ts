/**
 * Version of the library that is written into saved files; a test keeps it equal to package.json.
 *
 *     console.log(binning.created.kerf === VERSION) // → true
 */
export const VERSION = '0.1.0'

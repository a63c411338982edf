/** Version of the library that is written into saved files; a test keeps it equal to package.json. */
export const VERSION = '0.1.0'

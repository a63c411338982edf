/** The pages and programs that show code which the tests run: path → text. */
export function readShown(): ReadonlyMap<string, string>

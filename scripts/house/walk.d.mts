export declare function walk(args: readonly string[]): Map<string, string[]>

/**
 * The methods that look at no target, by name: what must only be told apart need not carry the code of all methods. A test
 * holds it against the registry.
 */
export const BLIND_METHODS: readonly string[] = ['equal-width', 'equal-frequency', 'bin-log', 'k-means', 'fixed']

/**
 * The methods that look at no target, by name: what must only be told apart need not carry the code of all methods. One that
 * is not named here is taken for one that looks, and `rankColumns` takes off what chance would have given it.
 */
export const BLIND_METHODS: readonly string[] = ['equal-width', 'equal-frequency', 'bin-log', 'k-means', 'fixed']

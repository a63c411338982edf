/** More different values than this are no classes that a person would look at. */
export const MOST_CLASSES = 20

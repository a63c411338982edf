/** As much of a document as charts need: that of a page, or one made for the purpose in Node. */
export interface DocumentLike {
  createElementNS(namespace: string, name: string): object
}

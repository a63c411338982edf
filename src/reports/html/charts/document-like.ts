/** As much of a document as charts need: that of a page, or one made for the purpose in Node. */
export interface DocumentLike {
  /** makes an element, as the document of a page does */
  createElementNS(namespace: string, name: string): object
}

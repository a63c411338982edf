/** From the page to the worker. */
export type ToWorker =
  { readonly id: number; readonly name: string; readonly asked: unknown } | { readonly stop: number }

/** From the worker to the page. */
export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly part: number; readonly words: string }

import { KerfError, retell } from '../errors.ts'

/** Parts that several public functions share, by what their messages start with. */
const PARTS =
  /^(?:fitTable|fitSummaries|compareMethods|summarize|trainTable|predictTree|fitSource|encode|explain|export|logistic|neural|drift|apply|(?:treeT|t)o[A-Z]\w+): /

/** How the message of an error starts since it left a function. */
const heads = new WeakMap<KerfError, string>()

/**
 * What `work` gives, at once or later. Its errors start with the function that was called, whichever part of it found
 * them: for functions that call others. The outermost function is the one that was called.
 */
export function calledAs<T>(where: string, work: () => T): T {
  const tell = (error: unknown): never => {
    if (error instanceof KerfError) {
      const head = `${where}: `
      const message = bareMessage(error).replace(PARTS, '')
      retell(error, message.startsWith(head) ? message : head + message)
      heads.set(error, head)
    }
    throw error
  }
  try {
    const result = work()
    return result instanceof Promise ? (result.catch(tell) as T) : result
  } catch (error) {
    return tell(error)
  }
}

/** The message without the function that was called, for those who did not call it. */
export function bareMessage(error: Error): string {
  const head = error instanceof KerfError ? heads.get(error) : undefined
  return head !== undefined && error.message.startsWith(head) ? error.message.slice(head.length) : error.message
}

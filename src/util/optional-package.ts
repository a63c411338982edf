import { KerfError } from '../errors.ts'

/**
 * Loads a package that only a part of Kerf needs and that is not installed with it. Where it is missing, the error says
 * what needs it and how to get it:
 *
 *     await optionalPackage('linkedom', 'a report', () => import('linkedom'))
 */
export async function optionalPackage<T>(name: string, purpose: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, name)) throw error
    throw new KerfError(
      `${purpose} needs the package ${name}, which is not installed; install it with: npm install ${name}`,
      { code: 'missing-package' },
    )
  }
}

/** How Node, Bun, Deno and browsers say that they do not find something. */
const NOT_FOUND =
  /^(?:Cannot find (?:package|module)|Could not (?:resolve|find)(?: package)?|Failed to resolve module specifier|Import) ["']([^"']+)["']/

/** Whether this package is missing, and not another that it needs in turn. */
function isMissing(error: unknown, name: string): boolean {
  const missing = error instanceof Error ? NOT_FOUND.exec(error.message)?.[1] : undefined
  return missing === name || missing?.startsWith(`${name}/`) === true
}

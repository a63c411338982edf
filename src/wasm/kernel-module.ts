/** The part of WebAssembly that is used here; the core knows neither the types of the DOM nor those of Node. */
interface WebAssemblyLike {
  readonly Memory: new (size: { initial: number }) => Memory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const PAGE = 65_536
/** Address 0 stays unused, and so do some bytes behind it, which compilers like to take for a null. */
const FIRST = 64
/** Every array starts at such an address, so that no number lies across two lines of the processor's cache. */
const ALIGNED = 64

/** How large a memory must be to lay out arrays of so many bytes. */
export const laidOutBytes = (...bytes: readonly number[]): number =>
  bytes.reduce((end, size) => end + Math.ceil(size / ALIGNED) * ALIGNED, FIRST)

/** A memory could not be made larger. */
class NoRoom extends Error {}

/** What is made with the memory of a module; null where the runtime gives no more memory. */
export function withRoom<T>(make: () => T): T | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof NoRoom) return null
    throw error
  }
}

/**
 * A compiled module of `kernels/` with a memory of its own. A call lays out its arrays there: `layOut` gives an address to
 * each and makes the memory large enough, which ends all arrays that were taken before.
 */
export class KernelModule<Functions> {
  readonly run: Functions
  readonly #memory: Memory

  /** Use `loadKernel`. */
  constructor(run: Functions, memory: Memory) {
    this.run = run
    this.#memory = memory
  }

  /** Addresses of arrays of so many bytes, one behind the other. To be called within `withRoom`. */
  layOut(...bytes: readonly number[]): number[] {
    let end = FIRST
    const starts = bytes.map((size) => {
      const start = end
      end = Math.ceil((start + size) / ALIGNED) * ALIGNED
      return start
    })
    const short = end - this.#memory.buffer.byteLength
    try {
      if (short > 0) this.#memory.grow(Math.ceil(short / PAGE))
    } catch {
      throw new NoRoom()
    }
    return starts
  }

  /** The memory as it is now; `layOut` may replace it. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer
  }
}

/** Modules that were compiled, which an engine makes faster the more they are used. They have no memory. */
const compiled = new Map<string, object>()

/** Whether arrays hold the low byte of a number first, as WebAssembly does; nearly all processors do. */
const LOW_FIRST = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** The bytes of hexadecimal digits. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.match(/../g)!, (digits) => parseInt(digits, 16))

/**
 * Compiles a module from its bytes as text; null where the runtime has no WebAssembly or does not allow it, as a page may
 * whose policy forbids code from data. A memory that grows ends arrays, and where arrays may end, V8 makes all code slower that
 * uses any; so whoever knows how many `bytes` it will need should say so.
 */
export function loadKernel<Functions>(text: string, bytes = 0): KernelModule<Functions> | null {
  if (!LOW_FIRST) return null
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: WebAssemblyLike }
  try {
    // Fails, too, where there is no WebAssembly.
    const memory = new wasm.Memory({ initial: Math.ceil(bytes / PAGE) || 1 })
    const module = compiled.get(text) ?? new wasm.Module(bytesOf(text))
    compiled.set(text, module)
    const { exports } = new wasm.Instance(module, { env: { memory } })
    return new KernelModule(exports as Functions, memory)
  } catch {
    return null
  }
}

// What a pool and its threads say to each other.

export interface ThreadData {
  /** How much it gives way to the process's own thread, as of nice(2). */
  readonly niceness: number
  /** Bytes that WebAssembly may take; see `memory-limit.ts`. */
  readonly webAssemblyLimit: number
  readonly fileOnTop: boolean
}

/** Instead of a function's name: nothing is done but to get ready. */
export const getReadyOnly = ''

export interface Order {
  readonly id: number
  readonly module: string
  readonly name: string
  readonly input: unknown
}

/** `begun`: what it takes is there, and the task's own time begins. */
export type Report =
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly output: unknown }
  | {
      readonly id: number
      readonly error: {
        readonly message: string
        readonly name: string
        readonly code?: string | undefined
        readonly stack?: string | undefined
      }
    }

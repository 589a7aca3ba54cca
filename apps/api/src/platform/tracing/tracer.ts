import { currentWork, runWork } from '#api/platform/logging/work.ts'
import type { Attributes, Span } from './span.ts'

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** A span of this process, or what another one sent. */
  readonly parent?: Span | string | undefined
  /** Where it was caused elsewhere: a trace of its own, and a link to that one. */
  readonly link?: string | undefined
}

/** Writes down what took how long; `open-telemetry.ts`, which is loaded only where it is switched on, is the one there is. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span
  close(): Promise<void>
}

let current: Tracer | undefined

/** From then on everything in this process is traced; nothing with `undefined`. */
export function useTracer(tracer: Tracer | undefined): void {
  current = tracer
}

export const tracer = (): Tracer | undefined => current

const errorType = (error: unknown): string => (error instanceof Error ? error.name : 'Error')

/** Does the work as a part of the call or job at hand. Where nothing is traced it costs nothing. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!current) return work()
  const outer = currentWork()
  const span = current.start(name, { parent: outer?.span, ...options })
  try {
    const result = await runWork({ ...outer, span }, work)
    span.end()
    return result
  } catch (error) {
    span.end(errorType(error))
    throw error
  }
}

export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface Span {
  /** By which another process continues the trace (W3C Trace Context). */
  readonly traceparent: string
  set(attributes: Attributes): void
  /** With `error`, its type: what an error says may have someone's data in it. */
  end(error?: string): void
}

/** One call, as the generated part describes it. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  /** What comes back: JSON, a file, or nothing that says more than the status. */
  readonly answer: 'json' | 'file' | 'nothing'
  /** Of a file: its type. */
  readonly accept?: string
}

/** Makes a call and gives its answer; throws a `CountersignError` where it is refused. */
export type Send = (request: Request) => Promise<unknown>

import pg from 'pg'
import { currentWork } from '#api/platform/logging/work.ts'
import { queryDuration, queryErrors } from '#api/platform/metrics/instruments.ts'
import type { Span } from '#api/platform/tracing/span.ts'
import { tracer } from '#api/platform/tracing/tracer.ts'
import { describeStatement } from './describe-statement.ts'
import { preparedName } from './prepared.ts'

type Done = (error: Error | null | undefined, ...rest: unknown[]) => void

/** A connection whose statements are timed, and traced where that is switched on: by their form, never with a value. */
export class ObservedClient extends pg.Client {
  // The library's own signature has a dozen forms; each goes through as it is.
  override query(...given: never[]): never {
    const run = super.query as (...args: unknown[]) => unknown
    const args: unknown[] = named(given)
    const [statement] = args
    // A cursor or a stream reports to its own listeners.
    if (typeof (statement as { submit?: unknown } | null)?.submit === 'function')
      return run.apply(this, args) as never
    const end = observe(statement)
    const last = args.at(-1)
    if (typeof last === 'function') {
      const done = last as Done
      const observed: Done = (error, ...rest) => {
        end(error)
        done(error, ...rest)
      }
      return run.apply(this, [...args.slice(0, -1), observed]) as never
    }
    const result = run.apply(this, args) as Promise<unknown>
    result.then(
      () => end(),
      (error: unknown) => end(error as Error),
    )
    return result as never
  }
}

/** A marked statement gets its name; Kysely has no words for it. */
function named(args: readonly unknown[]): unknown[] {
  const [text, values, ...rest] = args
  const name = typeof text === 'string' && Array.isArray(values) ? preparedName(text) : undefined
  return name ? [{ name, text, values }, ...rest] : [...args]
}

function observe(statement: unknown): (error?: Error | null) => void {
  const began = performance.now()
  const span = startSpan(statement)
  return (error) => {
    queryDuration.observe((performance.now() - began) / 1000)
    if (error) queryErrors.inc()
    span?.end(error ? ((error as { code?: string }).code ?? error.name) : undefined)
  }
}

/** Statements that no call or job has caused, such as the queue's own upkeep, would be traces of their own, each second. */
function startSpan(statement: unknown): Span | undefined {
  const trace = tracer()
  const parent = trace && currentWork()?.span
  if (!parent) return undefined
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown })?.text
  const { summary, operation, fingerprint } = describeStatement(String(text))
  return trace.start(summary, {
    kind: 'client',
    parent,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
      'countersign.db.fingerprint': fingerprint,
    },
  })
}

import type { Context } from '#api/providers/context.ts'
import { type Figures, openFigures } from '#api/app/metrics/figures.ts'
import { checks, lesserParts, type Memory, type Part, parts } from './checks.ts'

// Anyone who asks, however often: what costs someone something is asked this seldom (milliseconds), and by one at a time.
const keptFor: Readonly<Record<Part, { readonly up: number; readonly down: number }>> = {
  database: { up: 1_000, down: 1_000 },
  schema: { up: 2_000, down: 2_000 },
  storage: { up: 5_000, down: 2_000 },
  documents: { up: 15_000, down: 2_000 },
  worker: { up: 2_000, down: 1_000 },
  clock: { up: 10_000, down: 2_000 },
  signing: { up: 300_000, down: 15_000 },
  timestamps: { up: 15_000, down: 15_000 },
  mail: { up: 15_000, down: 10_000 },
  queue: { up: 5_000, down: 2_000 },
  replica: { up: 1_000, down: 1_000 },
}
/** Under the patience of those who ask: container runtimes and balancers wait some seconds. */
const patience = 3_000

export interface PartState {
  /** Null where it works. */
  readonly reason: string | null
  /** Since when this process has seen it so. */
  readonly since: Date
}

export type Readiness = Readonly<Record<Part, PartState>>

interface CheckedState extends PartState {
  readonly checkedAt: number
}

export interface ReadinessOptions {
  /** Counts milliseconds. */
  readonly elapsed?: (() => number) | undefined
  /** Those that the metrics of this process give. */
  readonly figures?: Figures | undefined
}

/** Asks each part whether it works, and remembers the answer for a while. */
export function openReadiness(
  context: Context,
  { elapsed = () => performance.now(), figures = openFigures(context) }: ReadinessOptions = {},
): () => Promise<Readiness> {
  const known = new Map<Part, CheckedState>()
  const running = new Map<Part, Promise<void>>()
  const memory: Memory = { elapsed, figures, grantedAt: -Infinity }

  function keep(part: Part, reason: string | null): void {
    const before = known.get(part)
    const since = before?.reason === reason ? before.since : context.now()
    if (before && before.reason !== reason)
      context.log[reason === null ? 'info' : 'error']({ part, reason }, 'the readiness of a part has changed')
    known.set(part, { reason, since, checkedAt: elapsed() })
  }
  function isKept(part: Part): boolean {
    const kept = known.get(part)
    if (!kept) return false
    return elapsed() - kept.checkedAt < keptFor[part][kept.reason === null ? 'up' : 'down']
  }
  function check(part: Part): Promise<void> {
    if (isKept(part)) return Promise.resolve()
    const one =
      running.get(part) ??
      checks[part](context, memory)
        .then(
          (reason) => keep(part, reason),
          (error: unknown) => {
            context.log.warn({ err: error, part }, 'a part cannot be checked')
            keep(part, 'not_available')
          },
        )
        .finally(() => running.delete(part))
    running.set(part, one)
    return withinPatience(one, () => keep(part, 'no_answer'))
  }

  return async () => {
    const all = [...parts, ...lesserParts]
    await Promise.all(all.map(check))
    return Object.fromEntries(
      all.map((part) => {
        const { reason, since } = known.get(part) ?? { reason: 'not_available', since: context.now() }
        return [part, { reason, since }]
      }),
    ) as Readiness
  }
}

async function withinPatience(work: Promise<void>, onLate: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate()
      resolve()
    }, patience)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

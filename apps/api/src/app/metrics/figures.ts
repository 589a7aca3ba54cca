import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Context } from '#api/providers/context.ts'
import { computeFigures, findFigures, type FiguresKind } from './repository.ts'

const Task = z.object({
  task: z.string(),
  /** Due, and nobody works on it. */
  waiting: z.number(),
  /** Its time comes later: a pause before the next try, or an hour that was set. */
  scheduled: z.number(),
  running: z.number(),
  /** Given up after its last try. */
  failed: z.number(),
  /** How long the longest waiting has been due. */
  oldestSeconds: z.nullable(z.number()),
})
const Quick = z.object({
  jobs: z.array(Task),
  workers: z.number(),
  emailsWaiting: z.number(),
  emailsFailed: z.number(),
  emailOldestSeconds: z.nullable(z.number()),
  signingsOpen: z.number(),
  signingOldestSeconds: z.nullable(z.number()),
  approvalsOpen: z.number(),
  identificationsOpen: z.number(),
  callbacksWaiting: z.number(),
  callbackOldestSeconds: z.nullable(z.number()),
  callbackHostsFailing: z.number(),
  // Missing for some seconds during an upgrade, as those at the end.
  paymentWebhooksWaiting: z.optional(z.number()),
  paymentWebhookOldestSeconds: z.optional(z.nullable(z.number())),
  paymentUsageWaiting: z.optional(z.number()),
  headsAgeSeconds: z.nullable(z.number()),
  unsignedSeconds: z.nullable(z.number()),
  // Missing for some seconds during an upgrade: an earlier release wrote the figures.
  backupAgeSeconds: z.optional(z.nullable(z.number())),
  installedSeconds: z.optional(z.nullable(z.number())),
})
const Slow = z.object({ archiveRenewalsOverdue: z.number() })

export type TaskFigures = z.output<typeof Task>
export type InstallationFigures = z.output<typeof Quick>

/** In seconds: after that one process computes them again; all others read what it wrote down. */
const freshFor: Readonly<Record<FiguresKind, number>> = { quick: 8, slow: 3600 }
/** In milliseconds, within one process: readiness and metrics often ask at the same moment. */
const rememberedFor = 2_000

export interface Figures {
  quick(): Promise<InstallationFigures>
  archiveRenewalsOverdue(): Promise<number>
  /** How many seconds old those are that `quick` gives. */
  age(): Promise<number>
}

interface Found {
  readonly figures: unknown
  readonly age: number
}

/** Figures of the whole installation: however many nodes and requests there are, they cost one statement in eight seconds. */
export function openFigures({ pool, backupTarget }: Pick<Context, 'pool' | 'backupTarget'>): Figures {
  const known = new Map<FiguresKind, { readonly at: number; readonly found: Promise<Found> }>()

  async function read(kind: FiguresKind): Promise<Found> {
    const found = await findFigures(pool, kind)
    if (found && found.age < freshFor[kind]) return found
    await computeFigures(pool, kind, backupTarget?.where ?? null)
    // Another process may be computing them for the first time.
    for (let tries = 0; tries < 10; tries += 1) {
      const computed = await findFigures(pool, kind)
      if (computed) return computed
      await pause(100)
    }
    throw new Error('The figures of the installation are not there')
  }
  function remembered(kind: FiguresKind): Promise<Found> {
    const before = known.get(kind)
    if (before && performance.now() - before.at < rememberedFor) return before.found
    const found = read(kind)
    known.set(kind, { at: performance.now(), found })
    return found
  }
  return {
    quick: async () => z.parse(Quick, (await remembered('quick')).figures),
    archiveRenewalsOverdue: async () =>
      z.parse(Slow, (await remembered('slow')).figures).archiveRenewalsOverdue,
    age: async () => (await remembered('quick')).age,
  }
}

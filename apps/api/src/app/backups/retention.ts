import type { KeptBackups } from '#api/platform/settings/backup-settings.ts'

export interface DatedBackup {
  readonly id: string
  readonly takenAt: Date
  readonly state:
    | 'complete'
    /** It lacks documents that the store lacked. */
    | 'incomplete'
    /** Of the database alone, before an upgrade. */
    | 'before_upgrade'
    /** It has no manifest: being made, or broken off. */
    | 'unfinished'
    /** Damaged, or of a newer release: a person has to look at it. */
    | 'unreadable'
  /** Of a copy before an upgrade: which migrations the database had. */
  readonly schema?: string
}

const day = 24 * 60 * 60_000
const keptBeforeUpgrades = 3
/** Of the same schema: attempts at one upgrade. A process that is started again and again would fill the target with more. */
const keptAttempts = 3
const attemptsKeptFor = 7 * day

/** The backups whose time is over, the oldest first. The newest complete one is never among them. */
export function listExpired(backups: readonly DatedBackup[], keep: KeptBackups, now: Date): string[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
  const ofState = (...states: readonly DatedBackup['state'][]) =>
    newestFirst.filter(({ state }) => states.includes(state))
  const full = ofState('complete', 'incomplete')
  const kept = new Set([
    ...ofState('complete').slice(0, 1),
    ...newestOfEach(full, keep.days, ({ takenAt }) => dayOf(takenAt)),
    ...newestOfEach(full, keep.weeks, ({ takenAt }) => weekOf(takenAt)),
    ...newestOfEach(full, keep.months, ({ takenAt }) => monthOf(takenAt)),
    // An upgrade that breaks off is begun again, and copies again: only the copy before its first migration is of use to the older release.
    ...newestOfEach(ofState('before_upgrade'), keptBeforeUpgrades, ({ id, schema }) => schema ?? id),
    ...attemptsOf(ofState('before_upgrade'), now),
    // Another process may be making it.
    ...ofState('unfinished').filter(({ takenAt }) => now.getTime() - takenAt.getTime() < day),
    ...ofState('unreadable'),
  ])
  return newestFirst
    .filter((backup) => !kept.has(backup))
    .map(({ id }) => id)
    .toReversed()
}

/**
 * The copies that the latest attempts at an upgrade made within a week. The newest has all that the others have, unless something was
 * lost in between: so they are not removed at once.
 */
export function attemptsOf<Copy extends Pick<DatedBackup, 'id' | 'takenAt' | 'schema'>>(
  newestFirst: readonly Copy[],
  now: Date,
): Copy[] {
  const bySchema = Map.groupBy(newestFirst, ({ id, schema }) => schema ?? id)
  return [...bySchema.values()].flatMap((copies) =>
    copies
      .slice(0, keptAttempts)
      .filter(({ takenAt }) => now.getTime() - takenAt.getTime() < attemptsKeptFor),
  )
}

/** Of each of the last so many periods (or schemas) that have a backup the newest, a complete one where there is one. */
function newestOfEach(
  newestFirst: readonly DatedBackup[],
  count: number,
  periodOf: (backup: DatedBackup) => string,
): DatedBackup[] {
  const newest = new Map<string, DatedBackup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup)
    const best = newest.get(period)
    if (!best || (best.state === 'incomplete' && backup.state === 'complete')) newest.set(period, backup)
  }
  return [...newest.values()].slice(0, count)
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const monthOf = (at: Date) => at.toISOString().slice(0, 7)
/** The day of its Monday. */
const weekOf = (at: Date) => dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * day))

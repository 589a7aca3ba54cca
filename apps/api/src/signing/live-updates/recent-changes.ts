/** Longer than a page takes from its first call until it listens. */
const keptFor = 60_000
const keptAtMost = 10_000

/** For a page that has just loaded: what happened before it listened. Times are in milliseconds. */
export interface RecentChanges {
  /** All changes since then are known. */
  readonly heardFor: number
  readonly changes: readonly { readonly requestId: string; readonly ago: number }[]
}

export interface ChangeHistory {
  add(accountId: string, requestId: string): void
  /** What happened until now is unknown. */
  forget(): void
  of(accountId: string): RecentChanges
}

/** The latest changes that this process has heard of, of all accounts: at least those of the last minute, up to a number. */
export function keepChanges(now = () => performance.now()): ChangeHistory {
  let since = now()
  const kept: { readonly at: number; readonly accountId: string; readonly requestId: string }[] = []

  function dropOldest(): void {
    const oldest = kept.shift()
    if (oldest) since = oldest.at
  }

  return {
    add(accountId, requestId) {
      const at = now()
      while (kept[0] && kept[0].at < at - keptFor) dropOldest()
      if (kept.length === keptAtMost) dropOldest()
      kept.push({ at, accountId, requestId })
    },
    forget() {
      kept.length = 0
      since = now()
    },
    of(accountId) {
      const at = now()
      const own = kept.filter((change) => change.accountId === accountId)
      // The latest of each request counts.
      const latest = new Map(own.map((change) => [change.requestId, Math.floor(at - change.at)]))
      return {
        heardFor: Math.floor(at - since),
        changes: [...latest].map(([requestId, ago]) => ({ requestId, ago })),
      }
    },
  }
}

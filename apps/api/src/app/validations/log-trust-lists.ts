import type { TrustListSummary } from '@countersign/pdf-signature/validation/reports/report.ts'
import type { Context } from '#api/providers/context.ts'
import type { RefusedList, TrustFiles } from './read-trust.ts'

interface LoggedState {
  readonly refused: ReadonlySet<string>
  /** The number of the list of each territory. */
  readonly numbers: ReadonlyMap<string, number>
}

/** What the log has said already. Here, and not in the threads that read the lists: each would say it once more. */
const logged = new WeakMap<TrustFiles, LoggedState>()

/** Logs the lists that aren't used and those that are older than before, once for each change of the files. */
export function logTrustLists(
  { config, log }: Pick<Context, 'config' | 'log'>,
  refused: readonly RefusedList[],
  lists: readonly Pick<TrustListSummary, 'territory' | 'sequenceNumber'>[],
): void {
  const before = logged.get(config.trust)
  const states = refused.map((one) => ({ one, state: JSON.stringify(one) }))
  for (const { one, state } of states)
    if (!before?.refused.has(state))
      log.warn({ file: one.file, code: one.code, reason: one.message }, "a trusted list isn't used")
  const numbers = new Map(before?.numbers)
  for (const { territory, sequenceNumber } of lists) {
    const last = numbers.get(territory)
    // Someone who can withhold newer lists can serve an old one, with what has been withdrawn since.
    if (last !== undefined && sequenceNumber < last)
      log.warn({ territory, sequenceNumber, last }, 'a trusted list is older than the one before it')
    numbers.set(territory, sequenceNumber)
  }
  logged.set(config.trust, { refused: new Set(states.map(({ state }) => state)), numbers })
}

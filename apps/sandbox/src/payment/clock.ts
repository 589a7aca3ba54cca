/** The time of the payment parties: as on the wall, until a tester moves it on. It never goes back. */
export interface PaymentClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Moves to that time, and lets each party do what falls due on the way, in the order of time. */
  moveTo(time: number): Promise<void>
  /** What a party does on its own when time passes: renewals, ends of trials, reminders. */
  add(party: TimedParty): void
}

export interface TimedParty {
  /** The next time at which something falls due, if any. */
  nextDue(): number | undefined
  /** Does all that is due at this time. */
  runDue(now: number): Promise<void>
}

export function createPaymentClock(wall: () => number = Date.now): PaymentClock {
  const parties: TimedParty[] = []
  let ahead = 0
  let floor = 0
  const now = () => Math.max(floor, wall() + ahead)
  return {
    now,
    add: (party) => parties.push(party),
    async moveTo(time) {
      if (time < now()) throw new RangeError('The clock can only be moved forward')
      for (;;) {
        const due = nextOf(parties, time)
        if (due === undefined) break
        floor = Math.max(floor, due)
        ahead = Math.max(ahead, due - wall())
        for (const party of parties) if ((party.nextDue() ?? Infinity) <= due) await party.runDue(due)
      }
      floor = Math.max(floor, time)
      ahead = Math.max(ahead, time - wall())
    },
  }
}

/** The earliest that falls due until then. */
function nextOf(parties: readonly TimedParty[], until: number): number | undefined {
  const next = Math.min(...parties.map((party) => party.nextDue() ?? Infinity))
  return next <= until ? next : undefined
}

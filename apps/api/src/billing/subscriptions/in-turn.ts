import type { Context } from '#api/providers/context.ts'

// What is ordered or synced of one customer happens one after the other. The lock on a row does that between processes;
// within this one callers wait here, without a connection of the pool.

/** So many customers at once: each holds a connection while the payment provider is asked. */
const mostAtOnce = 4

interface Turns {
  readonly tails: Map<string, Promise<unknown>>
  readonly waiting: (() => void)[]
  working: number
}

const turnsOf = new WeakMap<Context['pool'], Turns>()

/** Runs the work once those before it of the same customer are done. */
export async function inTurn<Result>(
  pool: Context['pool'],
  customer: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const turns = turnsOf.get(pool) ?? { tails: new Map(), waiting: [], working: 0 }
  turnsOf.set(pool, turns)
  const before = turns.tails.get(customer) ?? Promise.resolve()
  const own = before.then(() => withPlace(turns, work))
  // The next in line waits for the end, however it comes about.
  const tail = own.then(
    () => {},
    () => {},
  )
  turns.tails.set(customer, tail)
  try {
    return await own
  } finally {
    if (turns.tails.get(customer) === tail) turns.tails.delete(customer)
  }
}

async function withPlace<Result>(turns: Turns, work: () => Promise<Result>): Promise<Result> {
  if (turns.working >= mostAtOnce) await new Promise<void>((resolve) => turns.waiting.push(resolve))
  else turns.working += 1
  try {
    return await work()
  } finally {
    // The place goes to the next one that waits, if any.
    const next = turns.waiting.shift()
    if (next) next()
    else turns.working -= 1
  }
}

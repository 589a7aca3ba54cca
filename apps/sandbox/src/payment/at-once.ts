/**
 * Runs at most `limit` works at once; the others wait their turn, first come, first served. A clock that is moved by a year
 * makes thousands of webhooks, and as many connections at once overflow what any receiver accepts.
 */
export function atOnce(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < limit) running++
    // Work that ends gives its place to the next, so `running` stays as it is.
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

export interface ServiceHealth {
  /** DOWN: it failed so often in a row that it is left alone for a while. UNKNOWN: not asked yet. */
  readonly state: 'UP' | 'FAILING' | 'DOWN' | 'UNKNOWN'
  readonly lastSuccess?: Date | undefined
  readonly lastFailure?: { readonly at: Date; readonly reason: string } | undefined
}

export interface CircuitBreaker {
  /** Does the work, unless the service is left alone: then throws what `resting` makes. */
  run<T>(work: () => Promise<T>): Promise<T>
  health(): ServiceHealth
}

export interface BreakerOptions {
  readonly now: () => Date
  /** Whether what was thrown says that the service is out of order, and not only that it said no. */
  readonly isOutage: (error: unknown) => boolean
  readonly resting: (since: Date) => Error
  /** Outages in a row until the service is left alone. */
  readonly patience?: number
  /** Milliseconds that it is left alone; then one call tries whether it is back. */
  readonly restTime?: number
}

/** Leaves a service alone that fails again and again, so that nobody waits for it in vain. */
export function circuitBreaker(options: BreakerOptions): CircuitBreaker {
  const { now, isOutage, resting, patience = 5, restTime = 30_000 } = options
  let outages = 0
  let restingUntil = 0
  let isProbing = false
  let lastSuccess: Date | undefined
  let lastFailure: ServiceHealth['lastFailure']

  const mayPass = (): boolean => outages < patience || (!isProbing && now().getTime() >= restingUntil)

  return {
    async run(work) {
      if (!mayPass()) throw resting(lastFailure?.at ?? now())
      const isProbe = outages >= patience
      if (isProbe) isProbing = true
      try {
        const result = await work()
        outages = 0
        lastSuccess = now()
        return result
      } catch (error) {
        if (isOutage(error)) {
          outages += 1
          lastFailure = { at: now(), reason: error instanceof Error ? error.message : String(error) }
          if (outages >= patience) restingUntil = now().getTime() + restTime
        } else {
          outages = 0
          lastSuccess = now()
        }
        throw error
      } finally {
        if (isProbe) isProbing = false
      }
    },
    health() {
      const isUntried = !lastSuccess && !lastFailure
      const state = isUntried ? 'UNKNOWN' : outages === 0 ? 'UP' : outages < patience ? 'FAILING' : 'DOWN'
      return { state, lastSuccess, lastFailure }
    },
  }
}

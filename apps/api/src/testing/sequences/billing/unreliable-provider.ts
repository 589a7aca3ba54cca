import { PaymentFailed, type PaymentProvider } from '#api/providers/payment/port.ts'

/** What happens to one of the next calls: the process dies there, or the answer does not come; before the effect or after it. */
export type Mishap = 'dies before' | 'dies after' | 'lost before' | 'lost after'
export const mishaps: readonly Mishap[] = ['dies before', 'dies after', 'lost before', 'lost after']

/** In the place of `kill -9`: nothing catches it, so that what was not committed is rolled back. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied'
}

export interface UnreliableProvider {
  /** `after`: so many calls go well before. */
  arm(mishap: Mishap, after: number): void
  disarm(): void
}

const watched = [
  'saveCustomer',
  'subscribe',
  'change',
  'cancelAtPeriodEnd',
  'revokeCancellation',
  'cancelNow',
  'recordUsage',
  'fetchState',
] as const satisfies readonly (keyof PaymentProvider)[]

/** Makes calls of this provider go wrong on demand. */
export function makeUnreliable(provider: PaymentProvider): UnreliableProvider {
  let armed: { mishap: Mishap; after: number } | null = null
  const due = (): Mishap | null => {
    if (!armed) return null
    if (armed.after > 0) {
      armed.after -= 1
      return null
    }
    const { mishap } = armed
    armed = null
    return mishap
  }
  const failure = (mishap: Mishap) =>
    mishap.startsWith('dies')
      ? new ProcessDied(`the process ${mishap} a call of the provider`)
      : new PaymentFailed('unavailable', provider.name, mishap)
  const tampered = Object.fromEntries(
    watched.map((name) => {
      const call = provider[name].bind(provider) as (...given: unknown[]) => Promise<unknown>
      const spoil = async (...given: unknown[]) => {
        const mishap = due()
        if (mishap?.endsWith('before')) throw failure(mishap)
        const answer = await call(...given)
        if (mishap) throw failure(mishap)
        return answer
      }
      return [name, spoil]
    }),
  )
  Object.assign(provider, tampered)
  return {
    arm: (mishap, after) => {
      armed = { mishap, after }
    },
    disarm: () => {
      armed = null
    },
  }
}

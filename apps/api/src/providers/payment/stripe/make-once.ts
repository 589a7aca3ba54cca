import { PaymentFailed } from '../port.ts'

/** An outage of hours ends before these are used up: each takes a call that failed and one that learned of it. */
const mostKeys = 50

/**
 * Makes a record under a key, so that two processes make one. Where Stripe failed under that key it does so for a day: another
 * is taken once the call has ended and nothing of it is to be found.
 */
export async function makeOnce<Made>(
  key: string,
  find: () => Promise<Made | null>,
  make: (idempotencyKey: string) => Promise<Made>,
): Promise<Made> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await make(attempt === 1 ? key : `${key}:${attempt}`)
    } catch (error) {
      const isSpent = error instanceof PaymentFailed && error.code === 'key_spent'
      if (!isSpent || attempt === mostKeys) throw error
      const made = await find()
      if (made !== null) return made
    }
  }
}

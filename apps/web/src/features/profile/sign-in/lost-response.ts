import { randomKey } from '#web/lib/calls/random-key.ts'
import { isOutcomeUnknown } from '#web/lib/calls/unanswered.ts'

interface LostResponse<Body, Answer> {
  /** What was sent before and got no response, sent again; null where there is nothing, or it is refused by now. */
  again: () => Promise<Answer | null>
  send: (body: Body) => Promise<Answer>
}

/**
 * For what is done once and answered once, such as recovery codes: the service keeps a response under its
 * Idempotency-Key, so a response that was lost is had by sending the same again.
 */
export function lostResponse<Body, Answer>(
  send: (body: Body, idempotencyKey: string) => Promise<Answer>,
): LostResponse<Body, Answer> {
  let lost: { body: Body; key: string } | null = null

  async function trySend(sent: { body: Body; key: string }): Promise<Answer> {
    lost = null
    try {
      return await send(sent.body, sent.key)
    } catch (failure) {
      if (isOutcomeUnknown(failure)) lost = sent
      throw failure
    }
  }

  return {
    async again() {
      if (lost === null) return null
      try {
        return await trySend(lost)
      } catch (failure) {
        if (isOutcomeUnknown(failure)) throw failure
        return null
      }
    },
    send: (body) => trySend({ body, key: randomKey() }),
  }
}

import { recordIdentification } from '#api/business/activity/record-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { undoResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { IdentificationFailed, type StartedIdentification } from '#api/providers/identification/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { forgetAtProvider } from '../ending/remove-identification.ts'
import { nextAsk } from './polling-pauses.ts'
import { type Identification, isRunning } from '../identification.ts'
import { moveIdentification } from './move-identification.ts'
import { saveStarted } from './progress-repository.ts'
import * as repository from '../repository.ts'
import { webhookAddress } from './return-address.ts'

/**
 * Orders it from the provider where that was not done, or where nobody knows whether it was: the order has the same id
 * each time. Outside any transaction.
 */
export async function startAtProvider(context: Context, begun: Identification): Promise<Identification> {
  if (begun.reference !== null || !isRunning(begun.status)) return begun
  const provider = context.identification.named(begun.provider)
  if (!provider) throw new Refusal('feature.unavailable')
  let started: StartedIdentification
  try {
    started = await provider.start(orderOf(context, begun))
  } catch (error) {
    if (!(error instanceof IdentificationFailed)) throw error
    context.log.warn({ provider: begun.provider, failure: error.code, reason: error.reason }, 'not started')
    return giveUp(context, begun, error)
  }
  const now = await keepStarted(context, begun, started)
  if (!now) throw new Refusal('not_found')
  return now
}

/**
 * Of two that start it at once the first is kept: its page may be open already. A provider answers both alike, except ID
 * Austria, which knows no order.
 */
async function keepStarted(
  context: Context,
  { id, provider }: Identification,
  started: StartedIdentification,
): Promise<Identification | null> {
  const now = context.now()
  return transaction(context.db, async (tx) => {
    const isKept = await saveStarted(context, tx, id, { ...started, askAt: nextAsk(0, now) })
    if (isKept) await recordIdentification(tx, id, 'STARTED', now)
    const kept = await repository.find(context, tx, id)
    // It was given up while the provider was being asked, or another start was kept: the provider may forget this one.
    if (kept?.reference !== started.reference)
      await forgetAtProvider(tx, { provider, reference: started.reference })
    return kept
  })
}

function orderOf(context: Context, begun: Identification) {
  const { id, method, legislation, person, holder, language, returnUrl, provider } = begun
  return {
    id,
    method,
    legislation,
    returnUrl,
    webhookUrl: webhookAddress(context.config.publicUrl, provider),
    person: {
      givenName: person.givenName,
      surname: person.surname,
      email: holder.email,
      mobile: person.mobile ?? '',
      language,
    },
  }
}

/** What may be tried again leaves nothing behind; what the provider will not do has failed. */
async function giveUp(
  context: Context,
  begun: Identification,
  failure: IdentificationFailed,
): Promise<Identification> {
  if (failure.code === 'unavailable') {
    await transaction(context.db, (tx) => repository.removeUnstarted(tx, begun.id))
    undoResult()
    // Short: the page asks again on its own a few times before it says so.
    throw new Refusal('service.unavailable', { retryAfter: 2, cause: failure })
  }
  const moved = await moveIdentification(context, begun.id, {
    status: 'failure',
    failure: { code: 'provider_failed', isRetryable: true },
  })
  return moved ?? begun
}

import { randomUUID } from 'node:crypto'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import * as repository from './token-repository.ts'

const mostTokens = 5
const day = 86_400_000

/** Two at once let a token be replaced without an interruption. It is shown here and never again. */
export async function createScimToken(
  context: Context,
  actor: AccountActor,
  businessId: string,
  { name, days }: { readonly name: string; readonly days: number },
): Promise<{ readonly token: string; readonly details: repository.ScimToken }> {
  return transaction(context.db, async (tx) => {
    await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const createdAt = context.now()
    if ((await repository.list(tx, businessId, createdAt)).length >= mostTokens)
      throw new Refusal('business.too_many_scim_tokens')
    const token = makeToken()
    const expiresAt = new Date(createdAt.getTime() + days * day)
    const details = { id: randomUUID(), name, ending: token.slice(-4), createdAt, expiresAt }
    await repository.insert(tx, { ...details, businessId, tokenHash: hashToken('scim', token) })
    recordResult(tx, details.id)
    await appendBusinessEvent(tx, businessId, {
      type: 'scim_token_created',
      at: createdAt,
      actor: eventActor(actor),
      data: { name, expiresAt: expiresAt.toISOString() },
    })
    return { token, details: { ...details, lastUsedAt: null } }
  })
}

export async function revokeScimToken(
  context: Context,
  actor: AccountActor,
  businessId: string,
  tokenId: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const at = context.now()
    const name = await repository.revoke(tx, businessId, tokenId, at)
    if (name === null) throw new Refusal('not_found')
    await appendBusinessEvent(tx, businessId, {
      type: 'scim_token_revoked',
      at,
      actor: eventActor(actor),
      data: { name },
    })
  })
}

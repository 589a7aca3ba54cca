import type { AnonymousActor } from '#api/platform/actor.ts'
import { statusOf } from '#api/business/business-domains/business-domain.ts'
import { list as listDomains } from '#api/business/business-domains/repository.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import {
  find as findBusiness,
  lockForNoKeyUpdate,
  saveSettings,
} from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import type { AesRequest } from './aes-for-business.ts'
import * as repository from './repository.ts'

// A guess has 256 bits to hit; counting them shows who tries.
const attemptLimit = { failures: 30, seconds: 900 }

/** What the representative is asked, by the secret of the mail. Does not use it up. */
export async function findConfirmation(
  context: Context,
  token: string,
  address: string,
): Promise<{ readonly request: AesRequest; readonly business: string }> {
  const hash = hashToken('aes_for_business', token)
  const request = await repository.findByToken(context.db, hash, context.now())
  const business = request && (await findBusiness(context.db, request.businessId))
  if (request && business) return { request, business: business.name }
  refuseThrottled(await countFailure(context, `aes-for-business:guess:${networkOf(address)}`, attemptLimit))
  throw new Refusal('confirmation.invalid')
}

/** The business vouches from now on. Domains that were lost since the mail went out are left out of it. */
export async function confirmAes(context: Context, actor: AnonymousActor, token: string): Promise<void> {
  const seen = await findConfirmation(context, token, actor.address)
  await transaction(context.db, async (tx) => {
    const { businessId } = seen.request
    const business = await lockForNoKeyUpdate(tx, businessId)
    const now = context.now()
    // Once more, now that nobody else changes it: asked again, switched off or confirmed at this very moment.
    const request = await repository.findByToken(tx, hashToken('aes_for_business', token), now)
    if (!business || !request) throw new Refusal('confirmation.invalid')
    const claimed = await listDomains(tx, businessId)
    const domains = request.domains.filter((domain) =>
      claimed.some((one) => one.domain === domain && statusOf(one) === 'VERIFIED'),
    )
    if (domains.length === 0) throw new Refusal('confirmation.invalid')
    await repository.save(tx, { ...request, domains, tokenHash: null, confirmedAt: now })
    await saveSettings(tx, businessId, {
      ...business.settings,
      aesForBusiness: { enabled: true, domains },
    })
    const { representativeName, representativeEmail, commercialRegister } = request
    await appendBusinessEvent(tx, businessId, {
      type: 'aes_for_business_confirmed',
      at: now,
      actor: {
        kind: 'link',
        name: representativeName,
        email: representativeEmail,
        address: actor.address,
        userAgent: actor.userAgent,
      },
      data: { representativeName, representativeEmail, commercialRegister, domains },
    })
  })
}

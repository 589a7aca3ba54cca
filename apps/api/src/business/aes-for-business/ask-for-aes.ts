import type { AccountActor } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { statusOf } from '#api/business/business-domains/business-domain.ts'
import { readDomain } from '#api/business/business-domains/domain-name.ts'
import { list as listDomains } from '#api/business/business-domains/repository.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import { type AesRequest, expiryOf } from './aes-for-business.ts'
import * as repository from './repository.ts'

export interface AesApplication {
  readonly representativeName: string
  readonly representativeEmail: string
  readonly commercialRegister: string
  readonly domains: readonly string[]
}

/** So many mails to representatives a business may have sent within an hour. */
const mailLimit = { failures: 10, seconds: 3600 }

/**
 * Asks the representative, by a link in a mail, whether the business vouches for people with addresses of its domains. What
 * holds already holds on until then. The link of a mail before is good no more.
 */
export async function askForAes(
  context: Context,
  actor: AccountActor,
  businessId: string,
  given: AesApplication,
): Promise<void> {
  await allowAdmin(context.db, actor, businessId)
  refuseThrottled(await countFailure(context, `aes-for-business:${businessId}`, mailLimit))
  const token = makeToken()
  await transaction(context.db, async (tx) => {
    const business = await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const asker = await findAccount(tx, actor.accountId)
    if (!business || !asker) throw new Refusal('not_found')
    const now = context.now()
    const before = await repository.find(tx, businessId)
    const request: AesRequest = {
      ...given,
      businessId,
      domains: await needProved(tx, businessId, given.domains),
      askedAt: now,
      tokenHash: hashToken('aes_for_business', token),
      expiresAt: expiryOf(now),
      confirmedAt: before?.confirmedAt ?? null,
    }
    await repository.save(tx, request)
    recordResult(tx, businessId)
    const { representativeName, representativeEmail, commercialRegister, domains } = request
    await appendBusinessEvent(tx, businessId, {
      type: 'aes_for_business_asked',
      at: now,
      actor: eventActor(actor),
      data: { representativeName, representativeEmail, commercialRegister, domains },
    })
    await enqueueMail(context, tx, {
      kind: 'aes_for_business',
      recipient: representativeEmail,
      language: asker.language,
      timeZone: asker.timeZone,
      input: {
        business: business.name,
        asker: actor.name || actor.email,
        representativeName,
        domains: [...domains],
        path: '/aes-for-business/confirm',
        token,
        expiresAt: request.expiresAt.toISOString(),
      },
    })
  })
}

async function needProved(
  tx: Transaction,
  businessId: string,
  typed: readonly string[],
): Promise<readonly string[]> {
  const claimed = await listDomains(tx, businessId)
  const proved = new Set(claimed.filter((one) => statusOf(one) === 'VERIFIED').map(({ domain }) => domain))
  const domains = [...new Set(typed.map((one) => readDomain(one) ?? one))]
  if (!domains.every((one) => proved.has(one)))
    throw wrongField('domains', 'not_verified', 'Only domains that are proved to be your own')
  return domains.toSorted()
}

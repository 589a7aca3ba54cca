import type { Legislation } from '@countersign/contract/values.ts'
import type { Coverage, IdentificationMethod } from '@countersign/contract/identifications.ts'
import type { Participant } from '#api/platform/actor.ts'
import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { requestedSignerOf } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Method } from './identification.ts'
import { shownMethods } from './presenter.ts'

// The specification’s lists: what there is where a business pays, and where nobody does.
const paid = {
  eidas: ['video', 'self', 'id-austria'],
  zertes: ['video', 'loc', 'auto'],
} as const satisfies Record<string, IdentificationMethod[]>
const unpaid = {
  eidas: ['id-austria', 'external-sc'],
  zertes: ['loc', 'external-sc'],
} as const satisfies Record<string, IdentificationMethod[]>

const key = { EIDAS: 'eidas', ZERTES: 'zertes' } as const

/**
 * Whose business pays for this person’s identification: their own for its members, the sender’s for those it asks to
 * sign. Null where nobody does.
 */
export async function findPayer(
  db: Reader,
  actor: Participant,
  of: { readonly legislation: Legislation; readonly requestId: string | undefined },
): Promise<string | null> {
  const law = key[of.legislation]
  if (actor.kind === 'account') {
    const own = await findBusinessOf(db, actor.accountId)
    if (own?.settings.identifications[law].payForMembers) return own.id
  }
  const requestId = actor.kind === 'link' ? actor.requestId : of.requestId
  if (requestId === undefined) return null
  const sender = await findBusinessOf(db, await findSender(db, actor, requestId))
  return sender?.settings.identifications[law].payForInvitations ? sender.id : null
}

/** Of a request that asks this person to sign; one that does not is not there for them. */
async function findSender(db: Reader, actor: Participant, requestId: string): Promise<string> {
  const request = await requests.find(db, requestId)
  const isAsked =
    request &&
    request.status !== 'DRAFT' &&
    request.signatures.some((signature) => requestedSignerOf(signature, actor))
  if (!isAsked) throw new Refusal('not_found')
  return request.owner.id
}

export async function getCoverage(
  context: Pick<Context, 'db' | 'identification'>,
  actor: Participant,
  requestId?: string,
): Promise<Coverage> {
  const of = async (legislation: Legislation) => {
    const covered = (await findPayer(context.db, actor, { legislation, requestId })) !== null
    return { covered, methods: methodsFor(context, legislation, covered) }
  }
  return { eidas: await of('EIDAS'), zertes: await of('ZERTES') }
}

/** Whether a method costs the product nothing, so that nobody has to pay for it. */
export function isFree(legislation: Legislation, method: Method): boolean {
  const free: readonly IdentificationMethod[] = unpaid[key[legislation]]
  return free.includes(shownMethods[method])
}

/** Whether a business that covers this legislation pays for this method too. */
export function isPaidByBusiness(legislation: Legislation, method: Method): boolean {
  const covered: readonly IdentificationMethod[] = paid[key[legislation]]
  return covered.includes(shownMethods[method])
}

/** What this installation has, for people who have no account yet. */
export function listIdentificationMethods(context: Pick<Context, 'identification'>) {
  const of = (legislation: Legislation) => ({
    free: methodsFor(context, legislation, false),
    covered: methodsFor(context, legislation, true),
  })
  return { eidas: of('EIDAS'), zertes: of('ZERTES') }
}

/** Of the methods there are, those for which this installation has a provider. */
export function methodsFor(
  { identification }: Pick<Context, 'identification'>,
  legislation: Legislation,
  covered: boolean,
): IdentificationMethod[] {
  const isThere = (method: IdentificationMethod) =>
    identification
      .all()
      .some(
        (one) =>
          one.legislation === legislation && one.methods.some((known) => shownMethods[known] === method),
      )
  const law = key[legislation]
  const open = covered ? paid[law].filter(isThere) : []
  return open.length > 0 ? open : unpaid[law].filter(isThere)
}

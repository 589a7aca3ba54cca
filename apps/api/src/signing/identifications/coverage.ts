import type { Legislation } from '@countersign/contract/values.ts'
import type { Coverage, IdentificationMethod } from '@countersign/contract/identifications.ts'
import type { Participant } from '#api/platform/actor.ts'
import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { Context } from '#api/providers/context.ts'
import { requestedQuality } from '#api/signing/qualities/find-signing-option.ts'
import { enables } from '#api/signing/qualities/quality.ts'
import { ownSignatures } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { isWaitedFor } from '#api/signing/signature-requests/signature-request-actions.ts'
import { isOver } from '#api/signing/signature-requests/signature-request.ts'
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
  context: Pick<Context, 'db' | 'now'>,
  actor: Participant,
  of: { readonly legislation: Legislation; readonly requestId: string | undefined },
): Promise<string | null> {
  const { db } = context
  const law = key[of.legislation]
  if (actor.kind === 'account') {
    const own = await findBusinessOf(db, actor.accountId)
    if (own?.settings.identifications[law].payForMembers) return own.id
  }
  const requestId = actor.kind === 'link' ? actor.requestId : of.requestId
  if (requestId === undefined) return null
  const senderId = await findSender(context, actor, { ...of, requestId })
  const sender = senderId === null ? null : await findBusinessOf(db, senderId)
  return sender?.settings.identifications[law].payForInvitations ? sender.id : null
}

/**
 * Of a request that asks this person to sign; one that does not is not there for them. Null where a verification is of no
 * use to the sender: the signature is made or no longer needed, or its level requires none under this law.
 */
async function findSender(
  { db, now }: Pick<Context, 'db' | 'now'>,
  actor: Participant,
  { requestId, legislation }: { readonly requestId: string; readonly legislation: Legislation },
): Promise<string | null> {
  const request = await requests.find(db, requestId)
  const own = request && request.status !== 'DRAFT' ? ownSignatures(request, actor) : []
  if (!request || own.length === 0) throw new Refusal('not_found')
  const isPending = request.status === 'OPEN' && !isOver(request, now()) && isWaitedFor(own)
  const isOfUse = enables(requestedQuality(request), { legislation, level: 'QES' })
  return isPending && isOfUse ? request.owner.id : null
}

export async function getCoverage(
  context: Pick<Context, 'db' | 'now' | 'identification'>,
  actor: Participant,
  requestId?: string,
): Promise<Coverage> {
  const of = async (legislation: Legislation) => {
    const covered = (await findPayer(context, actor, { legislation, requestId })) !== null
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

import { cancelUnsent } from '#api/mail/repository.ts'
import { removeFailed } from '#api/signing/signing/repository.ts'
import { removeInputs } from '#api/signing/signer-fields/repository.ts'
import type { Participant } from '#api/platform/actor.ts'
import { closeApprovalsOf } from '#api/signing/approvals/end-approvals.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { isUnderPart11, part11Signers } from '#api/signing/part11/is-under-part11.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { lockEmailsOf } from '../links/lock-emails-of.ts'
import { issueSigningLinks } from '../links/issue-signing-links.ts'
import { groupInEvidence } from './group-signature.ts'
import { notifyOfDelegation } from '../notifications/notify-of-actions.ts'
import { allow, requestedSignerOf, ownSignatures } from '../policy.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import {
  concerned,
  delegate,
  delegationsAtMost,
  type DelegationRefusal,
} from '../signature-request-actions.ts'
import { forgetView } from './signer-repository.ts'
import { nameOf, type Language, type SignatureRequest } from '../signature-request.ts'

export interface Delegation {
  readonly signatureId?: string | undefined
  readonly email: string
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
  readonly language?: Language | undefined
  readonly message: string
}

/**
 * Delegates a signature. Anyone who had it cannot sign any longer from this instant, by their account or by the link they were
 * sent; they see the request only if they have another part in it.
 */
export async function delegateSignature(
  context: Context,
  actor: Participant,
  id: string,
  given: Delegation,
): Promise<{ readonly request: SignatureRequest; readonly isInputDiscarded: boolean }> {
  return transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    const now = context.now()
    allow(request, actor, 'delegate')
    const own = ownSignatures(request, actor).filter(
      (one) => given.signatureId === undefined || one.id === given.signatureId,
    )
    const delegation = concerned(request, own, now)
    const from = delegation && requestedSignerOf(delegation, actor)
    if (!from) throw new Refusal('not_found')
    const successor = {
      email: given.email,
      firstName: given.first_name || null,
      lastName: given.last_name || null,
      language: given.language ?? from.language,
    }
    const passed = delegate(
      request,
      { signatureId: from.id, name: actor.name, email: from.email },
      successor,
      now,
    )
    if (typeof passed === 'string') throw refusalOf(passed)
    await lockEmailsOf(tx, { signatures: passed.signatures })
    const delegated = { ...passed, signatures: await issueSigningLinks(context, tx, passed.signatures) }
    const to = delegated.signatures.find((one) => one.id === from.id)
    if (!to) throw new Refusal('not_found')
    if (to.accountId && to.accountId === from.accountId) throw refusalOf('same_person')
    // As when it was sent (21 CFR 11.100): anyone else could never sign, nor could it be given back.
    if (request.quality === 'PART11' && !(await isUnderPart11(tx, to.accountId)))
      throw wrongField('email', 'needs_account', part11Signers)
    await closeApprovalsOf(context, tx, id, from.id)
    const isDiscarded = await forgetPredecessor(tx, from.id)
    await saveSignatureRequest(tx, request, delegated)
    await appendEvent(tx, id, {
      type: 'delegated',
      at: now,
      actor: eventActor(actor),
      data: {
        signatureId: from.id,
        from: personIn(actor.name, from.email),
        to: personIn(nameOf(to), to.email),
        ...groupInEvidence(from),
        ...(isDiscarded ? { inputDiscarded: true } : {}),
        ...(given.message ? { message: given.message } : {}),
      },
    })
    await notifyOfDelegation(context, tx, delegated, {
      from,
      to,
      name: actor.name,
      message: given.message,
    })
    return { request: { ...delegated, version: delegated.version + 1 }, isInputDiscarded: isDiscarded }
  })
}

/** Name and address, as people read it. */
function personIn(name: string, email: string): string {
  return name === email ? name : `${name} <${email}>`
}

function refusalOf(refusal: DelegationRefusal): Refusal {
  if (refusal === 'same_person')
    return wrongField('email', 'same_person', 'The signature is this person’s already')
  if (refusal === 'had_it_before')
    return wrongField('email', 'had_it_before', 'This person has already delegated the signature')
  if (refusal === 'too_often')
    return wrongField('email', 'too_often', `A signature is delegated at most ${delegationsAtMost} times`)
  return new Refusal(refusal)
}

/**
 * What is left of the person who had the signature before: signings that failed, when they last looked, mails that were not
 * sent, which would carry the link of the person who has it now, and what they had filled in: true where there was
 * something. The evidence keeps what happened.
 */
async function forgetPredecessor(tx: Transaction, signatureId: string): Promise<boolean> {
  await removeFailed(tx, signatureId)
  await forgetView(tx, signatureId)
  await cancelUnsent(tx, signatureId, 'The signature was delegated')
  return removeInputs(tx, [signatureId])
}

import { toE164 } from '@countersign/contract/e164.ts'
import type { LinkActor } from '#api/platform/actor.ts'
import { covered } from '#api/signing/approvals/tans/tan.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { findSignerNumber, saveSignerNumber } from '#api/signing/signer-numbers/repository.ts'
import { type RequestedSigner, withMembers } from './group-signature.ts'
import { requestedSignerOf, ownSignatures } from '../policy.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import {
  type Language,
  nameGivenTo,
  type Signature,
  type SignatureRequest,
  timeOfChange,
} from '../signature-request.ts'
import { noteUpdate, setLanguage } from './signer-repository.ts'

export interface SignerName {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly language?: Language | undefined
  /** E.164 */
  readonly mobile?: string | undefined
}

// Each may be sent codes, which cost something, and ring someone's phone.
const numbersAtMost = { failures: 5, seconds: 86_400 }

/**
 * Anyone who came by the link says their language, or who they are and how they are reached where the sender said nothing. A
 * name is evidence: it is given once, whole, and before anything was signed with it. A number may be corrected until then.
 */
export async function nameSigner(context: Context, actor: LinkActor, given: SignerName): Promise<void> {
  if (given.mobile !== undefined) {
    const key = `signer-number:${actor.memberId ?? actor.signatureId}`
    refuseThrottled(await countFailure(context, key, numbersAtMost))
  }
  await transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, actor.requestId)
    const [own] = request ? ownSignatures(request, actor) : []
    const signature = own && requestedSignerOf(own, actor)
    if (!request || !own || !signature) throw new Refusal('auth.link_invalid')
    const name = nameGiven(request, signature, given)
    const { language } = given
    if (language && language !== signature.language) {
      await setLanguage(tx, signature, language)
      if (request.status === 'OPEN' && !name)
        await noteUpdate(tx, request.id, timeOfChange(request, context.now()))
    }
    await takeNumber(context, tx, actor, { request, signature, mobile: given.mobile })
    if (!name) return
    const changed = named(own, signature.memberId, {
      ...name,
      language: language ?? signature.language,
    })
    await saveSignatureRequest(tx, request, {
      ...request,
      updatedAt: timeOfChange(request, context.now()),
      signatures: request.signatures.map((one) => (one === own ? changed : one)),
    })
    const { id, email } = signature
    const fields = ['firstName', 'lastName']
    await appendEvent(tx, request.id, {
      type: 'changed',
      at: context.now(),
      actor: eventActor(actor),
      data: { fields: ['signers'], signers: [{ signatureId: id, email, ...name, fields }] },
    })
  })
}

/** Where codes go, in place of a number that the sender didn't give. The evidence names it as the step does: covered. */
async function takeNumber(
  context: Context,
  tx: Transaction,
  actor: LinkActor,
  {
    request,
    signature,
    mobile,
  }: { request: SignatureRequest; signature: RequestedSigner; mobile: string | undefined },
): Promise<void> {
  if (mobile === undefined) return
  const known = toE164(signature.mobile ?? '')
  const isOwn = (await findSignerNumber(tx, actor)) === mobile
  if (mobile === known || (known === null && isOwn)) return
  const isDone = request.status !== 'OPEN' || !['WAITING', 'OPEN'].includes(signature.status)
  if (known !== null || isDone) throw new Refusal('not_allowed')
  const at = context.now()
  await saveSignerNumber(tx, actor, mobile, at)
  const { id, email } = signature
  const changes = { mobile: { before: null, after: covered('sms', mobile) } }
  await appendEvent(tx, request.id, {
    type: 'changed',
    at,
    actor: eventActor(actor),
    data: { fields: ['signers'], signers: [{ signatureId: id, email, fields: ['mobile'], changes }] },
  })
}

type NameAndLanguage = { readonly firstName: string; readonly lastName: string; readonly language: Language }

/** Of a group the one member who came by this link has a name now. */
function named(own: Signature, memberId: string | null, given: NameAndLanguage): Signature {
  if (!memberId) return { ...own, ...given }
  const { firstName, lastName, language } = given
  return withMembers(own, (member) =>
    member.id === memberId ? { ...member, name: `${firstName} ${lastName}`, language } : member,
  )
}

function nameGiven(
  request: SignatureRequest,
  signature: RequestedSigner,
  { firstName, lastName }: SignerName,
): { firstName: string; lastName: string } | null {
  if (firstName === undefined && lastName === undefined) return null
  // Once more the same, as after an answer that was lost. Of a group's member the name is one piece.
  if (nameGivenTo(signature) === nameGivenTo({ firstName: firstName ?? null, lastName: lastName ?? null }))
    return null
  const isNamed = signature.firstName !== null || signature.lastName !== null
  const isDone = !['WAITING', 'OPEN'].includes(signature.status) || signature.signing?.status === 'OPEN'
  if (isNamed || isDone || request.status !== 'OPEN') throw new Refusal('not_allowed')
  if (firstName === undefined) throw wrongField('firstName', 'required', 'This field is required')
  if (lastName === undefined) throw wrongField('lastName', 'required', 'This field is required')
  return { firstName, lastName }
}

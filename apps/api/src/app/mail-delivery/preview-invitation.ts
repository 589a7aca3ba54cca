import type { Language } from '@countersign/contract/values.ts'
import { findTimeZones } from '#api/identity/accounts/lookup-repository.ts'
import { knownTimeZone } from '#api/platform/values/time-zone.ts'
import { shownName } from '#api/mail/templates/shown-text.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { signingAddress } from '#api/signing/direct-links/signing-link.ts'
import { peopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import { invitationInput } from '#api/signing/signature-requests/notifications/notify.ts'
import { allow } from '#api/signing/signature-requests/policy.ts'
import { find } from '#api/signing/signature-requests/repository.ts'
import { initiate } from '#api/signing/signature-requests/signature-request.ts'
import { findMailBusiness } from './mail-files.ts'
import { renderRequestMail } from './render-request-mail.ts'

interface Preview {
  readonly language: Language
  readonly subject: string
  readonly text: string
}

/**
 * The email of a draft as it would be sent now. Whether the signer has an account, and which language it has chosen, is not
 * for the sender to learn: it is that to a signer without one, in the language that the sender chose, and has the request's address in place of the
 * personal link, which there is none of yet. It names times in the sender's zone, as in an email to a person whose zone isn't
 * known.
 */
export async function previewInvitation(
  context: Context,
  actor: AccountActor,
  { id, sigId }: { readonly id: string; readonly sigId: string },
): Promise<Preview> {
  const request = await find(context.db, id)
  allow(request, actor, 'initiate')
  const sent = initiate(request, context.now())
  if (typeof sent === 'string') throw new Refusal(sent)
  const signature = sent.signatures.find((one) => one.id === sigId)
  const [recipient] = signature ? peopleOf(signature) : []
  if (!recipient) throw new Refusal('not_found')
  const { owner } = request
  const under = await findMailBusiness(context, owner.id)
  const timeZone = knownTimeZone((await findTimeZones(context.db, [owner.id])).get(owner.id))
  const input = { ...invitationInput(sent, recipient, context.now()), timeZone, isPersonal: true }
  const { subject, text } = renderRequestMail('invitation', input, {
    language: recipient.language,
    link: signingAddress(context, id, null),
    replyTo: { name: shownName(owner.name), address: owner.email },
    business: under?.business ?? null,
  })
  return { language: recipient.language, subject, text }
}

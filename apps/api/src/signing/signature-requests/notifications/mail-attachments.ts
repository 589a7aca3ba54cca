import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { MailAttachmentRow } from '#api/platform/db/tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { MailAttachmentChoice, SignatureRequest } from '../signature-request.ts'

export interface MailAttachmentsInput {
  readonly signed_document: boolean | null
  readonly signature_protocol: boolean | null
}

export function readMailAttachments(given: MailAttachmentsInput): MailAttachmentChoice {
  return {
    signedDocument: given.signed_document ?? undefined,
    signatureProtocol: given.signature_protocol ?? undefined,
  }
}

export function presentMailAttachments(choice: MailAttachmentChoice | null): MailAttachmentsInput {
  return {
    signed_document: choice?.signedDocument ?? null,
    signature_protocol: choice?.signatureProtocol ?? null,
  }
}

/** What goes out with the mail of the end. Without a business nothing does: the mail has a link. */
export async function findMailAttachments(
  db: Reader,
  { owner, mailAttachments: chosen }: Pick<SignatureRequest, 'owner' | 'mailAttachments'>,
): Promise<{ readonly signedDocument: boolean; readonly signatureProtocol: boolean }> {
  const business = await findBusinessOf(db, owner.id)
  if (!business) return { signedDocument: false, signatureProtocol: false }
  const { signedDocument, signatureProtocol } = business.settings.mailAttachments
  return {
    signedDocument: isAttached(signedDocument, chosen?.signedDocument),
    signatureProtocol: isAttached(signatureProtocol, chosen?.signatureProtocol),
  }
}

/** The sender's word counts where the business leaves it to them. */
function isAttached({ enabled, customisable }: MailAttachmentRow, chosen: boolean | undefined): boolean {
  return customisable ? (chosen ?? enabled) : enabled
}

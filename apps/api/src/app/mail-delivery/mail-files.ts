import { readFile } from 'node:fs/promises'
import type { Language } from '@countersign/contract/values.ts'
import { findLogo } from '#api/business/businesses/logo-repository.ts'
import { type BusinessOf, findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { Context } from '#api/providers/context.ts'
import { find as findDocument } from '#api/documents/documents/repository.ts'
import { trailToAttach } from './trail-to-attach.ts'
import { forgetSentTrails } from '#api/mail/audit-trail-repository.ts'
import type { Mail } from '#api/mail/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Attachment } from '#api/providers/mail/port.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import type { MailInputs } from '#api/mail/mail.ts'
import type { AttachedFiles } from '#api/mail/templates/requests/signed-copy.ts'
import type { MailBusiness } from '#api/mail/templates/businesses/under-business.ts'
import { markPicture } from '#api/mail/templates/layout.ts'

/** Together, before they are encoded: many a mail server refuses what is larger than some 20 MB then. */
export const filesAtMost = 10 * 1024 * 1024

const markFile = new URL('../../mail/templates/mark.png', import.meta.url)

let markContent: Buffer | undefined

/** The picture that is beside our own name. */
export async function ownMark(): Promise<Attachment> {
  const content = (markContent ??= await readFile(markFile))
  return { filename: 'mark.png', contentType: 'image/png', content, cid: markPicture }
}

/** The business under whose name a mail about a request goes out, with its logo as a part of the mail. */
export async function findMailBusiness(
  { db }: Pick<Context, 'db'>,
  ownerId: string,
): Promise<{ readonly business: MailBusiness; readonly pictures: Attachment[] } | null> {
  const own = await findBusinessOf(db, ownerId)
  if (!own) return null
  const content = own.logo && (await findLogo(db, own.id, own.logo.hash))
  if (!own.logo || !content) return { business: { ...own, logo: null }, pictures: [] }
  const cid = `logo.${own.logo.hash.slice(0, 16)}@countersign`
  const picture = { filename: 'logo.png', contentType: 'image/png', content, cid }
  return { business: shownAs(own, cid, own.logo), pictures: [picture] }
}

function shownAs(
  { name, supportContact }: BusinessOf,
  cid: string,
  { width, height }: { readonly width: number; readonly height: number },
): MailBusiness {
  return { name, supportContact, logo: { cid, width, height } }
}

/** The signed files and the protocol, as far as they were to come with the mail of the end. */
export async function gatherFiles(
  context: Context,
  request: SignatureRequest,
  language: Language,
  attach: MailInputs['signed_copy']['attach'],
): Promise<{ readonly files: Attachment[]; readonly attached?: AttachedFiles }> {
  if (!attach?.signedDocument && !attach?.signatureProtocol) return { files: [] }
  // Deleted by a rule before the mail could go out: then its link says so.
  if (request.retention?.deletedAt) return { files: [] }
  const size = request.documents.reduce((sum, document) => sum + document.size, 0)
  if (attach.signedDocument && size > filesAtMost) return { files: [], attached: 'too_large' }
  const documents: Attachment[] = []
  for (const { versionId, name } of attach.signedDocument ? request.documents : []) {
    const document = await findDocument(context.db, versionId)
    if (!document) continue
    const content = Buffer.from(await context.documentStore.read(document.sha256))
    documents.push({
      filename: `${name.replace(/\.pdf$/i, '')}.pdf`,
      contentType: 'application/pdf',
      content,
    })
  }
  if (!attach.signatureProtocol) return { files: documents, attached: 'documents' }
  const protocol = {
    filename: `${request.id}_protocol.pdf`,
    contentType: 'application/pdf',
    content: await trailToAttach(context, { requestId: request.id, language }),
  }
  return {
    files: [...documents, protocol],
    attached: documents.length > 0 ? 'documents_and_audit_trail' : 'audit_trail',
  }
}

/** What was made for the emails about a request is kept for those that still wait. */
export async function forgetFiles(
  tx: Transaction,
  { kind, request_id: requestId }: Pick<Mail, 'kind' | 'request_id'>,
): Promise<void> {
  if (kind === 'signed_copy' && requestId) await forgetSentTrails(tx, requestId)
}

import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { copyUploads } from '#api/documents/documents/repository.ts'
import { toObservers } from '#api/signing/observers/observer-input.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { FieldValue } from '#api/platform/values/signer-field.ts'
import { lockOwnAccountForShare } from '#api/identity/accounts/lock-own-account.ts'
import { insertDraft, newDraft } from '#api/signing/signature-requests/drafts/create-signature-request.ts'
import type {
  DocumentSignature,
  Language,
  SignatureRequest,
} from '#api/signing/signature-requests/signature-request.ts'
import { toSignatures } from '#api/signing/signature-requests/drafts/signer-input.ts'
import * as repository from './repository.ts'
import { documentsOfRole, expiryOf, type Template, withDocuments } from './template.ts'

export interface NamedSigner {
  readonly roleId: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly mobile?: string | null
  readonly language: Language | null
  /** What their fields are prefilled with instead of what the template says, by field. */
  readonly values?: Readonly<Record<string, FieldValue>>
}

export interface Use {
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly signers: readonly NamedSigner[]
}

/** Makes a draft from a template. Who is not named is filled in later. */
export async function createRequestFromTemplate(
  context: Context,
  actor: AccountActor,
  id: string,
  use: Use,
): Promise<SignatureRequest> {
  return transaction(context.db, async (tx) => {
    await lockOwnAccountForShare(tx, actor.accountId)
    const template = await repository.lockForShare(tx, id, actor.accountId)
    if (!template) throw new Refusal('not_found')
    refuseUnknown(template, use)
    const draft = await draftFrom(context, tx, actor, template, use)
    return insertDraft(context, tx, actor, draft, { templateId: template.id })
  })
}

/**
 * The draft, not written down yet, in a transaction that holds the template. It has documents and attachments of its own,
 * and their content is the template's: nothing is written to the store.
 */
export async function draftFrom(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  template: Template,
  use: Use,
): Promise<SignatureRequest> {
  const now = context.now()
  const ids = template.documents.map(({ id }) => id)
  const documents = await copyUploads(tx, ids, actor.accountId)
  const attached = template.documents.map((document) => {
    const id = documents.get(document.id) ?? document.id
    return { ...document, id, versionId: id }
  })
  const words = {
    title: use.title ?? template.title,
    message: use.message ?? template.message,
    quality: template.quality,
    legislation: template.legislation,
    expiration_date: expiryOf(template, now)?.toISOString(),
  }
  const draft = newDraft(actor, words, attached, now)
  return {
    ...draft,
    signatures: signaturesOf(draft, template, use, documents),
    mailAttachments: template.mailAttachments ?? null,
    observers: toObservers(draft, withoutSender(template.observers, actor), actor, 'observers'),
    attachments: template.attachments.map((attachment, index) => ({
      ...attachment,
      id: crypto.randomUUID(),
      addedBy: actor.accountId,
      // They are listed in this order.
      createdAt: new Date(now.getTime() + index),
    })),
  }
}

function signaturesOf(
  draft: SignatureRequest,
  template: Template,
  use: Use,
  documents: ReadonlyMap<string, string>,
) {
  const named = new Map(use.signers.map((signer) => [signer.roleId, signer]))
  const inputs = template.roles.map((role) => {
    const signer = named.get(role.id)
    return {
      role: role.name,
      account_email: signer?.email ?? null,
      signer_identity_data: signer && {
        email_address: signer.email,
        first_name: signer.firstName,
        last_name: signer.lastName,
        mobile_number: signer.mobile ?? null,
        language: signer.language,
      },
      sequence: role.sequence,
      notify: role.notify,
      language: signer?.language ?? null,
      document_signatures: [],
    }
  })
  // The places were looked at when they were put: they are taken over as they are.
  return toSignatures(draft, inputs, 'signers').map((signature, index) => {
    const role = template.roles[index]
    if (!role) return signature
    const signed = documentsOfRole(role, template.documents)
    const own = withValues(signed.documents, named.get(role.id)?.values ?? {})
    return { ...signature, ...signed, documents: withDocuments(own, documents) }
  })
}

/** The same fields, prefilled for one request. */
function withValues(
  placed: readonly DocumentSignature[],
  values: Readonly<Record<string, FieldValue>>,
): DocumentSignature[] {
  return placed.map((one) => ({
    ...one,
    fields: one.fields.map((field) => ({ ...field, value: values[field.id] ?? field.value })),
  }))
}

/** The email of the sender may have changed since. */
function withoutSender(observers: readonly string[], { email }: AccountActor): string[] {
  return observers.filter((one) => one !== email)
}

function refuseUnknown({ roles }: Template, { signers }: Use): void {
  signers.forEach(({ roleId }, index) => {
    if (!roles.some(({ id }) => id === roleId))
      throw wrongField(`signers.${index}.role_id`, 'unknown', 'The template has no such role')
    if (signers.findIndex((one) => one.roleId === roleId) < index)
      throw wrongField(`signers.${index}.role_id`, 'twice', 'Named twice')
  })
}

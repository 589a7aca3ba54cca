import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import {
  createSignatureRequest,
  insertDraft,
  type NewRequest,
} from '#api/signing/signature-requests/drafts/create-signature-request.ts'
import { sendNew } from '#api/signing/signature-requests/drafts/initiate-signature-request.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { checkCallbackUrls } from '../callbacks/refuse-callback-url.ts'
import { actingAccount } from '../acting-account.ts'
import { readEditors } from './editors.ts'
import { type IntegrationFields, withFields } from './integration-request.ts'
import * as repository from './repository.ts'
import { refuseNewReaders } from './read-only-fields.ts'
import { saveGivenSigners } from './save-given-signers.ts'
import { readImages } from './signer-images.ts'
import { emailOf, type GivenSigner, type RequestSoFar } from './signer-input.ts'

/** What both versions create a request from. */
export interface ApiRequest extends IntegrationFields {
  readonly title: string
  readonly message?: string | null | undefined
  readonly quality?: string | null | undefined
  readonly legislation?: string | null | undefined
  readonly attach_on_success?: readonly string[] | null | undefined
  readonly documents: NewRequest['documents']
  readonly signers: readonly GivenSigner[]
  readonly observers: readonly string[]
  readonly creator?: string | null | undefined
  readonly read_access?: readonly string[] | null | undefined
  readonly write_access?: readonly string[] | null | undefined
  /** A document that is sealed, not one that is sent. */
  readonly isSeal?: boolean
  /** The signers in the terms of the product, once the documents are known. */
  readonly toInput: (request: RequestSoFar) => SignerInput[]
}

/** A request of an API user: of `/v2` it is sent at once, unless nobody is to sign yet. */
export async function createRequest(
  context: Context,
  actor: ApiUserActor,
  version: 2 | 3,
  given: ApiRequest,
): Promise<SignatureRequest> {
  checkCallbackUrls(context, given)
  const editors = await readEditors(context.db, actor, { owner: { email: actor.username } }, given)
  const creatorId = editors?.find(({ email }) => email === given.creator)?.accountId ?? null
  refuseNewReaders(given.read_access, [
    ...given.signers.map(emailOf),
    ...given.observers,
    ...(editors ?? []).map(({ email }) => email),
    actor.username,
  ])
  const images = await readImages(context, given.signers)
  const create: typeof insertDraft = async (on, tx, account, draft, from) => {
    const isSent = version === 2 && draft.signatures.length > 0
    const created = await (isSent ? sendNew : insertDraft)(on, tx, account, draft, from ?? {})
    await saveFields(tx, actor, version, { ...given, creatorId }, created)
    const own = images.map((image) => ({ ...image, documentId: ownId(given, created, image.documentId) }))
    await saveGivenSigners(tx, given.signers, own, created)
    return created
  }
  const input = {
    title: given.title,
    message: given.message ?? '',
    quality: qualityFor(actor, given.quality),
    legislation: given.legislation ?? null,
    documents: given.documents,
    signatures: given.toInput,
    observers: given.observers,
    mail_attachments: given.attach_on_success ? toMailAttachments(given.attach_on_success) : undefined,
    editors,
  }
  return createSignatureRequest(context, actingAccount(actor), input, { create })
}

/** What the call names by the id of another request's document is one of the request's own (decision 5), at the same place. */
function ownId(given: ApiRequest, { documents }: SignatureRequest, named: string | null): string | null {
  const place = given.documents.findIndex((source) => 'id' in source && source.id === named)
  return documents[place]?.id ?? named
}

async function saveFields(
  tx: Transaction,
  { apiUserId }: ApiUserActor,
  apiVersion: 2 | 3,
  given: ApiRequest & { readonly creatorId: string | null },
  created: SignatureRequest,
): Promise<void> {
  const none = { success: null, error: null, update: null }
  const fresh = {
    requestId: created.id,
    apiUserId,
    apiVersion,
    custom: null,
    callbacks: none,
    creatorId: given.creatorId,
    isSeal: given.isSeal ?? false,
  }
  await repository.insert(tx, withFields(fresh, given))
}

/**
 * Whatever a demonstration asks for, its signatures are demonstrations; the answer says so. A request that names no level is
 * qualified, as published: a client that relies on that must not get less without being told.
 */
export function qualityFor({ environment }: ApiUserActor, quality: string | null | undefined): string {
  return environment === 'DEMO' ? 'DEMO' : (quality ?? 'QES')
}

export function toMailAttachments(attached: readonly string[]) {
  return {
    signed_document: attached.includes('SIGNED_DOCUMENT'),
    signature_protocol: attached.includes('SIGNATURE_PROTOCOL'),
  }
}

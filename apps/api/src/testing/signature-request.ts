import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest, SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import type { Legislation, Quality } from '@countersign/contract/values.ts'
import type { Caller, Person } from './caller.ts'
import { aPdf } from './pdf.ts'

export interface RequestShape {
  readonly owner: Person
  readonly title?: string
  readonly message?: string
  readonly quality?: Quality
  readonly legislation?: Legislation
  readonly documents?: readonly Buffer[]
  readonly signers?: readonly (Partial<SignerInput> & {
    readonly email: string
    readonly firstName?: string
    readonly lastName?: string
    /** In the first document. */
    readonly fields?: readonly SignerFieldInput[]
  })[]
}

export const place = { position: { page: '0', x: 100, y: 600, width: 180, height: 60 } }

/** A draft with a one-page document; each signer's field is below the one before. */
export async function aDraft(api: Caller, shape: RequestShape): Promise<SignatureRequest> {
  const {
    owner,
    title = 'Rental contract',
    message = '',
    quality = 'SES',
    legislation,
    documents = [aPdf()],
    signers = [],
  } = shape
  const files = documents.map((content, index) => ({
    name: `Document ${index + 1}.pdf`,
    content: content.toString('base64'),
  }))
  const draft = await api.call(
    requests.createSignatureRequest,
    { body: { title, message, quality, legislation, documents: files } },
    owner.as,
  )
  if (signers.length === 0) return draft
  const signatures = signers.map(({ email, firstName, lastName, fields, ...given }, index) => ({
    account_email: email,
    signer_identity_data: {
      email_address: email,
      first_name: firstName ?? null,
      last_name: lastName ?? null,
    },
    document_signatures: draft.documents.map((document, nth) => ({
      document_id: document.id,
      ...(nth === 0 && fields ? { fields: [...fields] } : {}),
      visual_signature: { position: { ...place.position, y: 100 + index * 70 } },
    })),
    ...partOf(given),
  }))
  return api.call(
    requests.updateSignatureRequest,
    { params: { id: draft.id }, body: { signatures } },
    owner.as,
  )
}

/** A person of the test may stand for a signer: how they sign in is nothing that is asked for. */
function partOf(signer: Partial<SignerInput>): Partial<SignerInput> {
  const { password: _, as: __, ...rest } = signer as Partial<SignerInput> & Partial<Person>
  return rest
}

/** The same, sent. */
export async function aSignatureRequest(api: Caller, shape: RequestShape): Promise<SignatureRequest> {
  const draft = await aDraft(api, shape)
  return api.call(requests.initiateSignatureRequest, { params: { id: draft.id } }, shape.owner.as)
}

/** The credentials in a signer's personal link, as the link's mail has it. */
export function guestOf(link: string): {
  readonly as: string
  readonly requestId: string
  readonly secret: string
} {
  const [, , requestId = '', secret = ''] = new URL(link).pathname.split('/')
  return { as: `Basic ${Buffer.from(`${secret}:${requestId}`).toString('base64')}`, requestId, secret }
}

export function linkIn(message: { readonly links: readonly string[] }): string {
  const link = message.links.find((one) => one.includes('/view/'))
  if (!link) throw new Error('the mail has no link to the request')
  return link
}

import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import type { Legislation, Quality } from '@countersign/contract/values.ts'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { guestOf, linkIn } from '../../../apps/api/src/testing/signature-request.ts'
import { someone } from './people.ts'
import type { Scene } from './scene.ts'

interface Signer {
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  readonly mobile?: string
  readonly fields?: readonly SignerFieldInput[]
  /** Has no signature field in the first document. */
  readonly unplaced?: boolean
}

interface Shape {
  /** The sender: the admin of the business by default. */
  readonly owner?: Person
  readonly documents?: readonly Buffer[]
  readonly message?: string
  readonly quality?: Quality
  readonly legislation?: Legislation
  readonly signers?: readonly Signer[]
}

const names = ['Rental contract.pdf', 'House rules.pdf']
/** On the tenant's line, on the landlord's, and below. */
const placeOf = (index: number) => ({
  ...{ page: '0', width: 180, height: 60 },
  x: index % 2 === 0 ? 340 : 74,
  y: 349 + Math.floor(index / 2) * 90,
})

const identityOf = ({ email, firstName, lastName, mobile }: Signer) => ({
  email_address: email,
  first_name: firstName ?? null,
  last_name: lastName ?? null,
  ...(mobile && { mobile_number: mobile }),
})

/** Of the business, and its picture's alone: what is done with it changes no other picture. */
export async function aContractDraft(product: Product, { company, file }: Scene, shape: Shape = {}) {
  const { owner = company.admin, documents = [file], message = '', signers = [] } = shape
  const { quality = 'SES', legislation } = shape
  const files = documents.map((content, index) => ({
    name: names[index] ?? '',
    content: content.toString('base64'),
  }))
  const body = { title: 'Rental contract', message, quality, legislation, documents: files }
  const draft = await product.call(requests.createSignatureRequest, { body }, owner.as)
  const signatures = signers.map((signer, index) => ({
    account_email: signer.email,
    signer_identity_data: identityOf(signer),
    document_signatures: draft.documents.map(({ id }, nth) => ({
      document_id: id,
      ...(nth === 0 && signer.fields && { fields: [...signer.fields] }),
      visual_signature: nth === 0 && signer.unplaced ? null : { position: placeOf(index) },
    })),
  }))
  const params = { id: draft.id }
  return product.call(requests.updateSignatureRequest, { params, body: { signatures } }, owner.as)
}

export async function aContract(product: Product, scene: Scene, shape: Shape = {}) {
  const { id } = await aContractDraft(product, scene, shape)
  const owner = shape.owner ?? scene.company.admin
  return product.call(requests.initiateSignatureRequest, { params: { id } }, owner.as)
}

/** The same for one guest; gives the address of the mail's link. */
export async function aGuestLink(
  product: Product,
  scene: Scene,
  { signer = someone('Luc', 'Favre'), ...shape }: Omit<Shape, 'signers'> & { signer?: Signer } = {},
) {
  const request = await aContract(product, scene, { signers: [signer], ...shape })
  const mail = await product.inbox.next(signer.email)
  const link = linkIn(mail)
  return { request, signer, mail, path: new URL(link).pathname, as: guestOf(link).as }
}

/** One that its only signer has signed. */
export async function aSigned(product: Product, scene: Scene) {
  const { request, as } = await aGuestLink(product, scene)
  const body = { signatureRequests: [{ signatureRequestId: request.id }], timeZone: 'Europe/Zurich' }
  await product.call(signDirect, { body }, as)
  return request
}

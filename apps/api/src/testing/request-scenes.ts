import { updateUser } from '@countersign/contract/accounts.ts'
import { cancelApproval } from '@countersign/contract/approvals.ts'
import { addAttachment } from '@countersign/contract/attachments.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import { sign } from '@countersign/contract/signing.ts'
import { expect } from 'vitest'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'
import type { Person, TestApi } from './api.ts'
import { someMobile } from './approve.ts'
import { aPdf } from './pdf.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from './signature-request.ts'
import { aField, someSizes } from './signer-fields.ts'
import { aGroupRequest, asMember } from './signer-group.ts'

export interface Reader {
  readonly name: string
  readonly as: string
  readonly isGuest?: boolean
  /** Of the signatures, which are theirs to make. */
  readonly own?: readonly number[]
  /** Which they are making, or made. */
  readonly acting?: readonly number[]
}
export interface Scene {
  readonly id: string
  readonly owner: Reader
  readonly others: readonly Reader[]
}

/** The people of the scenes; Ben sends every request. */
export interface Cast extends Record<'ben' | 'anna' | 'willa' | 'gabi' | 'olga', Person> {
  readonly api: TestApi
  readonly mobiles: Record<'anna' | 'willa' | 'carla' | 'gabi', string>
}

/** They sign up; Gabi's account has her mobile number, the others' are in the requests. */
export async function castOf(api: TestApi): Promise<Cast> {
  const names = ['Ben', 'Anna', 'Willa', 'Gabi', 'Olga'].map((firstName) => api.person({ firstName }))
  const [ben, anna, willa, gabi, olga] = await Promise.all(names)
  if (!ben || !anna || !willa || !gabi || !olga) throw new Error('Someone is missing')
  const mobiles = { anna: someMobile(), willa: someMobile(), carla: someMobile(), gabi: someMobile() }
  await api.call(updateUser, { body: { attributes: { mobile: mobiles.gabi } } }, gabi.as)
  return { api, ben, anna, willa, gabi, olga, mobiles }
}

const guestWith = async ({ api }: Cast, email: string) => guestOf(linkIn(await api.inbox.next(email))).as
const someGuest = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@example.org`
const identityOf = ({ email, firstName, lastName }: Omit<Person, 'as' | 'password'>, mobile: string) => ({
  email_address: email,
  first_name: firstName,
  last_name: lastName,
  mobile_number: mobile,
  language: 'de' as const,
})
export const pictureOf = async () =>
  (await strokes({ width: 300, height: 140 }).png().toBuffer()).toString('base64')

/** Begins to sign with a picture and a reason, and leaves the code open. */
async function beginToSign({ api }: Cast, request: SignatureRequest, signer: Person) {
  const image = { content: await pictureOf(), content_type: 'image/png' as const }
  const documentSignatures = request.documents.map(({ id }) => ({
    documentId: id,
    visualSignature: { image },
  }))
  const order = { signatureRequestId: request.id, signingReason: 'Agreed', documentSignatures }
  const { signatures } = await api.call(sign, { body: { signatureRequests: [order] } }, signer.as)
  return signatures[0]?.step?.id ?? ''
}

/** Anna is about to sign, Carla came by a link, it isn't Willa's turn yet, and Olga observes. */
export async function anOpenScene(cast: Cast): Promise<Scene> {
  const { api, ben, anna, willa, olga, mobiles } = cast
  const carla = { email: someGuest('carla'), firstName: 'Carla', lastName: 'Rossi' }
  const draft = await aDraft(api, {
    owner: ben,
    message: 'As discussed',
    quality: 'AES',
    legislation: 'ZERTES',
    documents: [aPdf(), aPdf()],
    signers: [
      {
        ...anna,
        role: 'Tenant',
        sequence: 1,
        signer_identity_data: identityOf(anna, mobiles.anna),
        fields: [
          aField(0, { value: 'Flat 3', font_size: 9, tooltip: 'The number at the door', max_length: 20 }),
          someSizes(1),
        ],
      },
      { ...carla, sequence: 1, signer_identity_data: identityOf(carla, mobiles.carla) },
      { ...willa, sequence: 2, signer_identity_data: identityOf(willa, mobiles.willa) },
    ],
  })
  const params = { id: draft.id }
  const mail_attachments = { signed_document: true, signature_protocol: false }
  await api.call(requests.updateSignatureRequest, { params, body: { mail_attachments } }, ben.as)
  const file = { filename: 'Plan.txt', content: 'UGxhbg==' }
  await api.call(addAttachment, { params, body: file }, ben.as)
  await api.call(requests.updateSignatureRequest, { params, body: { observers: [olga.email] } }, ben.as)
  const request = await api.call(requests.initiateSignatureRequest, { params }, ben.as)
  const asCarla = await guestWith(cast, carla.email)
  await api.call(requests.remindSigners, { params, body: {} }, ben.as)
  const sigId = request.signatures[0]?.sid ?? ''
  const fields = [
    { id: 'field-0', value: 'Flat 4' },
    { id: 'field-1', value: 'M' },
  ]
  await api.call(saveFieldInput, { params: { ...params, sigId }, body: { fields } }, anna.as)
  await beginToSign(cast, request, anna)
  return {
    id: draft.id,
    owner: { name: 'owner', as: ben.as },
    others: [
      { name: 'anna', as: anna.as, own: [0], acting: [0] },
      { name: 'carla', as: asCarla, isGuest: true, own: [1] },
      { name: 'willa', as: willa.as, own: [2] },
      { name: 'observer', as: olga.as },
    ],
  }
}

/** One member of a group is about to sign for it; the other is not signing. */
export async function aGroupScene(cast: Cast): Promise<Scene> {
  const { api, ben, willa, gabi } = cast
  const hanna = someGuest('hanna')
  const { request } = await aGroupRequest(api, {
    owner: ben,
    quality: 'AES',
    members: [asMember(gabi), { email: hanna, name: 'Hanna' }],
    signers: [{ email: willa.email }],
  })
  const asHanna = await guestWith(cast, hanna)
  await beginToSign(cast, request, gabi)
  return {
    id: request.id,
    owner: { name: 'owner', as: ben.as },
    others: [
      { name: 'gabi', as: gabi.as, own: [0], acting: [0] },
      { name: 'hanna', as: asHanna, isGuest: true, own: [0] },
      { name: 'willa', as: willa.as, own: [1] },
    ],
  }
}

/** One member declined for the group. */
export async function aDeclinedGroupScene(cast: Cast): Promise<Scene> {
  const { api, ben, anna, willa, gabi } = cast
  const members = [gabi, anna].map(asMember)
  const { request } = await aGroupRequest(api, { owner: ben, members, signers: [{ email: willa.email }] })
  await api.call(requests.declineSignatureRequest, { params: { id: request.id }, body: {} }, gabi.as)
  return {
    id: request.id,
    owner: { name: 'owner', as: ben.as },
    others: [
      { name: 'gabi', as: gabi.as, own: [0] },
      { name: 'anna', as: anna.as, own: [0] },
      { name: 'willa', as: willa.as, own: [1] },
    ],
  }
}

/** Anna has signed; Willa declined what Gabi had delegated to her. */
export async function aDeclinedScene(cast: Cast): Promise<Scene> {
  const { api, ben, anna, willa, gabi } = cast
  const signers = [anna, gabi].map((person) => ({ ...person }))
  const request = await aSignatureRequest(api, { owner: ben, quality: 'SES', signers })
  const params = { id: request.id }
  const order = { body: { signatureRequests: [{ signatureRequestId: request.id }] } }
  await api.call(sign, order, anna.as)
  const { email } = willa
  await api.call(requests.delegateSignature, { params, body: { email } }, gabi.as)
  await api.call(requests.declineSignatureRequest, { params, body: { message: 'Too expensive' } }, willa.as)
  return {
    id: request.id,
    owner: { name: 'owner', as: ben.as },
    others: [
      { name: 'anna', as: anna.as, own: [0], acting: [0] },
      { name: 'willa', as: willa.as, own: [1] },
    ],
  }
}

/** Mailboxes refused the invitations; Anna cancelled her signing; Ben withdrew the request. */
export async function aWithdrawnScene(cast: Cast): Promise<Scene> {
  const { api, ben, anna, willa, mobiles } = cast
  const signers = [
    { ...anna, signer_identity_data: identityOf(anna, mobiles.anna) },
    { ...willa, signer_identity_data: identityOf(willa, mobiles.willa) },
  ]
  await api.fault('smtp', 'reject_recipient', 4)
  const request = await aSignatureRequest(api, { owner: ben, quality: 'AES', signers })
  const params = { id: request.id }
  const read = () => api.call(requests.getSignatureRequest, { params }, ben.as)
  const states = async () => (await read()).signatures.map(({ delivery }) => delivery?.state)
  await expect.poll(states, { timeout: 20_000 }).toContain('failed')
  await api.call(cancelApproval, { params: { id: await beginToSign(cast, request, anna) } }, anna.as)
  await api.call(requests.withdrawSignatureRequest, { params, body: { message: 'Wrong file' } }, ben.as)
  return {
    id: request.id,
    owner: { name: 'owner', as: ben.as },
    others: [
      { name: 'anna', as: anna.as, own: [0], acting: [0] },
      { name: 'willa', as: willa.as, own: [1] },
    ],
  }
}

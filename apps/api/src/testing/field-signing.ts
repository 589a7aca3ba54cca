import { downloadDocument } from '@countersign/contract/documents.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { FieldInput } from '@countersign/contract/signer-fields.ts'
import { sign } from '@countersign/contract/signing.ts'
import { expect } from 'vitest'
import type { Person, TestApi } from './api.ts'
import { checkOutside } from './documents/outside-validators.ts'

type Sent = Pick<SignatureRequest, 'id' | 'documents'>

/** A value as a call names it. */
export const value = (id: string, given: string | boolean | null): FieldInput[number] => ({
  id,
  value: given,
})

/** What tests of signer fields do: sign with values, wait for the signature, look at the file. */
export function fieldSigning(api: () => TestApi) {
  /** With these values in every document; without any, with those that were saved. */
  const signWith = (
    sent: Sent,
    person: Person,
    fields?: FieldInput,
    more: { readonly sealAccountName?: string } = {},
  ) => {
    const documentSignatures = sent.documents.map(({ id }) => ({ documentId: id, fields: fields ?? [] }))
    const item = { signatureRequestId: sent.id, ...(fields ? { documentSignatures } : {}) }
    const body = { timeZone: 'Europe/Zurich', signatureRequests: [item], ...more }
    return api().ask(sign, { body }, person.as)
  }

  const read = (sent: Sent, person: Person) =>
    api().call(getSignatureRequest, { params: { id: sent.id } }, person.as)

  /** Waits for the signature of that index, or its error. */
  async function untilSigned(sent: Sent, person: Person, index: number): Promise<void> {
    const state = async () => {
      const { status_code, signing } = (await read(sent, person)).signatures[index] ?? {}
      return signing?.status === 'ERROR' ? signing.error : status_code
    }
    await expect.poll(state, { timeout: 60_000 }).toBe('SIGNED')
  }

  async function signed(sent: Sent, person: Person, index: number, fields?: FieldInput): Promise<void> {
    expect(await signWith(sent, person, fields)).toMatchObject({ status: 200 })
    await untilSigned(sent, person, index)
  }

  async function fileOf(sent: Sent, person: Person, index = 0): Promise<Buffer> {
    const params = { id: sent.documents[index]?.id ?? '' }
    const file = await api().call(downloadDocument, { params, query: { signed: 'true' } }, person.as)
    return Buffer.from(await file.arrayBuffer())
  }

  /** What validators that are not ours say, with this installation's trust anchors. */
  const outside = async (file: Uint8Array) =>
    checkOutside(file, await (await fetch(`${api().url}/pki/anchors.pem`)).text())

  return { signWith, read, untilSigned, signed, fileOf, outside }
}

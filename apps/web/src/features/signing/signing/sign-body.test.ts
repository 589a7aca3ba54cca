import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { openSignature } from '../open-signature.ts'
import { bodyFor } from './sign-body.ts'

const signature = (sid: string, status_code: string, is_viewer: boolean, ...documents: string[]) => ({
  sid,
  status_code,
  is_viewer,
  document_signatures: documents.map((document_id) => ({ document_id })),
})
const request = {
  id: 'request',
  documents: [{ id: 'first' }, { id: 'second' }, { id: 'third' }],
  signatures: [
    signature('mine-signed', 'SIGNED', true),
    signature('others', 'OPEN', false, 'second', 'third'),
    signature('mine-open', 'OPEN', true, 'second', 'first'),
    signature('mine-waiting', 'WAITING', true),
  ],
} as unknown as SignatureRequest

async function visualsOf(chosen: Parameters<typeof bodyFor>[0]['chosen']) {
  const body = await bodyFor({ request, signatureId: 'mine-open', chosen, language: 'de' })
  return body.signatureRequests[0]?.documentSignatures?.map(({ visualSignature }) => visualSignature)
}

describe('what is sent to sign', () => {
  it('names the signature of mine that is open', async () => {
    expect(openSignature(request)).toBe('mine-open')
    const body = await bodyFor({ request, signatureId: openSignature(request), chosen: null, language: 'de' })
    expect(body).toMatchObject({ language: 'de', signatureRequests: [{ signatureId: 'mine-open' }] })
  })

  it('names the documents that this signature is for, in the order of the request, and no others', async () => {
    const body = await bodyFor({ request, signatureId: 'mine-open', chosen: null, language: 'de' })
    const named = body.signatureRequests[0]?.documentSignatures?.map(({ documentId }) => documentId)
    expect(named).toEqual(['first', 'second'])
  })

  it('names none where none is open', async () => {
    const closed = { ...request, signatures: request.signatures.slice(0, 2) }
    expect(openSignature(closed)).toBeUndefined()
    const body = await bodyFor({ request: closed, signatureId: undefined, chosen: null, language: 'de' })
    expect(body.signatureRequests[0]).not.toHaveProperty('signatureId')
  })

  it('says which version was read, what was filled in, and the words of a record', async () => {
    const fields = { second: [{ id: 'city', value: 'Bern' }] }
    const part11 = { signingName: 'Anna Keller', signingReason: 'I approve this record.' }
    const read = { request, signatureId: 'mine-open', readAt: '2026-11-20T09:00:00Z' }
    const body = await bodyFor({ ...read, chosen: null, language: 'de', part11, fields })
    expect(body).toEqual({
      language: 'de',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      signatureRequests: [
        {
          ...{ signatureRequestId: 'request', signatureId: 'mine-open', updatedAt: read.readAt, ...part11 },
          documentSignatures: [
            { documentId: 'first', visualSignature: null },
            { documentId: 'second', visualSignature: null, fields: fields.second },
          ],
        },
      ],
    })
  })

  it('sends a kept signature by its id, and not the picture of it that was shown', async () => {
    const saved = { id: 'kept' }
    expect(await visualsOf({ savedId: 'kept', picture: new Blob(['preview']) })).toEqual([saved, saved])
  })

  it('sends a new one as its picture, for every document', async () => {
    const image = { image: { content: btoa('ink'), content_type: 'image/png' } }
    expect(await visualsOf({ savedId: null, picture: new Blob(['ink']) })).toEqual([image, image])
  })

  it('has the paper of a photograph taken away', async () => {
    const image = { content: btoa('ink'), content_type: 'image/png', removeBackground: true }
    const photograph = { savedId: null, picture: new Blob(['ink']), removeBackground: true }
    expect(await visualsOf(photograph)).toEqual([{ image }, { image }])
  })

  it('names a seal, and keeps its own picture', async () => {
    const chosen = { seal: 'lindenhof', savedId: null, picture: null }
    const body = await bodyFor({ request, signatureId: 'mine-open', chosen, language: 'de' })
    expect(body.sealAccountName).toBe('lindenhof')
    expect(await visualsOf(chosen)).toEqual([undefined, undefined])
  })

  it('sends the name alone as null, so that no default takes its place', async () => {
    expect(await visualsOf({ savedId: null, picture: null })).toEqual([null, null])
  })
})

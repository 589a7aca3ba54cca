import { downloadDocument } from '@countersign/contract/documents.ts'
import { getSignatureRequest, getSignatureRequestStatus } from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import * as visuals from '@countersign/contract/visual-signatures.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'
import type { Person } from '#api/testing/api.ts'
import { type PausedApi, startPausedApi } from '#api/testing/paused-api.ts'
import { appearanceIn } from '#api/testing/documents/signature-appearance.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let paused: PausedApi
let ben: Person
let dora: Person
beforeAll(async () => {
  paused = await startPausedApi()
  await paused.whileJobsRun(async () => {
    ben = await paused.api.person({ firstName: 'Ben' })
    dora = await paused.api.person({ firstName: 'Dora' })
  })
})
afterAll(() => paused?.stop())

test('a visual signature that is changed and deleted after the click is drawn as it was at the click', async () => {
  const { api } = paused
  const look = { optionalLine: 'As it was', displayClaim: false, displayStandards: false }
  const params = { id: (await api.call(visuals.createVisualSignature, { body: look }, dora.as)).id }
  const content = (await strokes().png().toBuffer()).toString('base64')
  await api.call(visuals.setSignatureImage, { params, body: { content } }, dora.as)
  const request = await aSignatureRequest(api, { owner: ben, signers: [dora] })
  const documentSignatures = request.documents.map(({ id }) => ({ documentId: id, visualSignature: params }))
  const order = { signatureRequestId: request.id, documentSignatures }
  const { signatures } = await api.call(sign, { body: { signatureRequests: [order] } }, dora.as)
  expect(signatures).toMatchObject([{ status: 'OPEN' }])
  const body = { optionalLine: 'Changed' }
  await api.call(visuals.updateVisualSignature, { params, body }, dora.as)
  await api.call(visuals.deleteVisualSignature, { params }, dora.as)
  const byId = { params: { id: request.id } }
  const status = async () => (await api.call(getSignatureRequestStatus, byId, ben.as)).status_overall
  await paused.whileJobsRun(async () => {
    await expect.poll(status).toBe('SIGNED')
  })
  const [document] = (await api.call(getSignatureRequest, byId, ben.as)).documents
  const file = { params: { id: document?.id ?? '' }, query: { signed: 'true' as const } }
  const pdf = Buffer.from(await (await api.call(downloadDocument, file, ben.as)).arrayBuffer())
  const time = expect.stringMatching(/ UTC$/) as unknown
  expect(appearanceIn(pdf)).toEqual({ lines: ['Dora Keller', 'As it was', time], hasPicture: true })
})

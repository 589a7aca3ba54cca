import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadDocument, downloadDirectDocument } from '@countersign/contract/documents.ts'
import { getDirectUser } from '@countersign/contract/accounts.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { checkOutside } from '#api/testing/outside-validators.ts'
import { aPdf } from '#api/testing/pdf.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

test('somebody with an account and somebody by link sign; the document is sealed and everyone is told', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const anna = await api.person({ firstName: 'Anna', lang: 'de' })
  const guest = `carla.${Date.now()}@example.org`
  const request = await aSignatureRequest(api, {
    owner: ben,
    documents: [aPdf({ pages: 10 })],
    signers: [
      { email: anna.email, firstName: 'Anna', lastName: 'Keller', language: 'de' },
      { email: guest, firstName: 'Carla', lastName: 'Rossi', language: 'fr' },
    ],
  })
  expect(request.status_overall).toBe('OPEN')
  await api.inbox.next(anna.email, /Rental contract/)
  const link = linkIn(await api.inbox.next(guest, /Rental contract/))

  const t0 = performance.now()
  const first = await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, anna.as)
  console.log('first', performance.now() - t0)
  expect(first.signatures).toMatchObject([{ status: 'SIGNED', error: null }])

  const { as } = guestOf(link)
  const t1 = performance.now()
  const second = await api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, as)
  console.log('second', performance.now() - t1)
  expect(second.signatures).toMatchObject([{ status: 'SIGNED' }])

  const done = await api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)
  expect(done.status_overall).toBe('SIGNED')
  const documentId = done.documents[0]?.id ?? ''
  const file = await api.call(downloadDocument, { params: { id: documentId }, query: { signed: 'true' } }, ben.as)
  await writeFile('/tmp/signed.pdf', Buffer.from(await file.arrayBuffer()))
  const { token } = await api.call(getDirectUser, { query: { v2: 'true' } }, as)
  const same = await api.call(downloadDirectDocument, { params: { id: documentId }, query: { signed: 'true', token } })
  expect(same.size).toBe(file.size)
  const anchors = await (await fetch(`${api.url}/pki/anchors.pem`)).text()
  await writeFile('/tmp/anchors.pem', anchors)
  console.log(JSON.stringify(await checkOutside(new Uint8Array(await file.arrayBuffer()), anchors), null, 1))
  for (const email of [ben.email, anna.email, guest]) await api.inbox.next(email, /Rental contract/)
})

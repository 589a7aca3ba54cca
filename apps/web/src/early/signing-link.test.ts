import { getDirectUser } from '@countersign/contract/accounts.ts'
import { getDirectDocument, getDirectDocumentPage } from '@countersign/contract/documents.ts'
import { getDirectSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { expect, test, vi } from 'vitest'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { addressOf } from '#web/lib/calls/request.ts'
import { askForSigningLink, firstCalls, signingLinkIn } from './signing-link.ts'

const id = '140bdc0c-2b3c-471d-93a3-5c18925162ca'

test('a personal link is known by its two ids', () => {
  const link = { id, userid: 'UvwfqO5mXpQe2p1H40CwIg' }
  for (const path of [
    `/view/${id}/UvwfqO5mXpQe2p1H40CwIg`,
    `/direct-sign/${id}/UvwfqO5mXpQe2p1H40CwIg`,
    `/direct-sign/${id}/UvwfqO5mXpQe2p1H40CwIg/preview`,
  ])
    expect(signingLinkIn(path)).toEqual(link)
})

test('no other page is taken for one', () => {
  for (const path of [
    '/',
    '/dashboard',
    `/view/${id}`,
    '/direct-sign/identification/done',
    `/view/${id}/a b`,
    `/view/${id}/%20`,
  ])
    expect(signingLinkIn(path)).toBeNull()
})

test('documents are asked for early where the visitor may sign, and not otherwise', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const sign = !address.includes('/over')
    return Response.json({ token: 't', viewer: { can: { sign } }, documents: [{ version_id: address }] })
  })
  for (const one of ['over', id]) askForSigningLink({ id: one, userid: 'UvwfqO5mXpQe2p1H40CwIg' })
  const documents = () => asked.filter((address) => address.startsWith('/v3/direct/documents'))
  await expect.poll(() => documents().length).toBe(2)
  expect(documents().filter((address) => address.includes('over'))).toEqual([])
  vi.unstubAllGlobals()
})

test('the first calls of a signing page are those of the contract, as the app makes them', () => {
  expect(firstCalls.user).toBe(addressOf(getDirectUser.path, {}, { v2: 'true', timeZone: ownTimeZone() }))
  expect(firstCalls.request(id)).toBe(addressOf(getDirectSignatureRequest.path, { id }, {}))
  expect(firstCalls.document(id)).toBe(addressOf(getDirectDocument.path, { id }, {}))
  expect(firstCalls.firstPage(id, 'a+b')).toBe(
    addressOf(getDirectDocumentPage.path, { id, n: '0' }, { scale: '50', token: 'a+b' }),
  )
})

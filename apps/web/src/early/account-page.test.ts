import { getUser } from '@countersign/contract/accounts.ts'
import { getUserBusiness } from '@countersign/contract/businesses.ts'
import { getDocument, getDocumentPage } from '@countersign/contract/documents.ts'
import { getSignatureRequest, listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listParameters } from '#web/features/dashboard/list-parameters.ts'
import { defaultView, statusFilters, type StatusFilter } from '#web/features/dashboard/view-state.ts'
import { addressOf } from '#web/lib/calls/request.ts'
import { accountCalls, askForAccountPage } from './account-page.ts'

const id = '140bdc0c-2b3c-471d-93a3-5c18925162ca'
const asked: string[] = []
const anHour = 60 * 60_000

function aVisitor({ cookie = '', endsIn = anHour, session = true } = {}) {
  const kept = JSON.stringify({ token: 'mine', expiresAt: new Date(Date.now() + endsIn).toISOString() })
  vi.stubGlobal('sessionStorage', { getItem: () => (session ? kept : null) })
  vi.stubGlobal('document', { cookie })
}
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${headers['authorization']} ${address}`)
    const request = { documents: [{ version_id: 'v1' }, { version_id: 'v2' }] }
    return new Response(JSON.stringify(request))
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (pathname: string, search = '') => askForAccountPage({ pathname, search })
const mine = (...addresses: string[]) => addresses.map((address) => `Bearer mine ${address}`)
const { user, business, counts, others, toSign } = accountCalls

test('the first calls of a page of an account are those of the contract, as the app makes them', () => {
  const list = (filters: readonly StatusFilter[]) =>
    addressOf(
      listSignatureRequests.path,
      {},
      listParameters({ tab: 'inbox', q: '', page: 1, view: { ...defaultView, filters } }),
    )
  expect(user).toBe(addressOf(getUser.path, {}, { v2: 'true' }))
  expect(business).toBe(addressOf(getUserBusiness.path, {}, {}))
  expect(counts).toBe(addressOf(listSignatureRequests.path, {}, { status: 'ERROR', size: '25' }))
  expect(others).toBe(list(statusFilters.filter((status) => status !== 'TO_SIGN')))
  expect(toSign).toBe(list(['TO_SIGN']))
  expect(accountCalls.request(id)).toBe(addressOf(getSignatureRequest.path, { id }, {}))
  expect(accountCalls.document(id)).toBe(addressOf(getDocument.path, { id }, {}))
  expect(accountCalls.firstPage(id)).toBe(addressOf(getDocumentPage.path, { id, n: '0' }, { scale: '50' }))
})

test('the dashboard asks for the account, its business and its lists', () => {
  aVisitor()
  open('/dashboard', '?tab=inbox')
  expect(asked).toEqual(mine(user, business, counts, others, toSign))
  aVisitor({ cookie: 'dashboard-tab=inbox' })
  open('/')
  expect(asked.slice(5)).toEqual(asked.slice(0, 5))
})

test.each([
  ['another tab', { search: '?tab=drafts' }],
  ['the tab that was chosen last', { cookie: 'lang=en; dashboard-tab=drafts' }],
  ['a later page', { search: '?tab=inbox&page=2' }],
  ['a view of one’s own', { cookie: 'lang=en; dashboard-view=%7B%7D' }],
])('of %s nothing is known of the list', (_, { search = '', cookie = '' }: Record<string, string>) => {
  aVisitor({ cookie })
  open('/dashboard', search)
  expect(asked).toEqual(mine(user, business, counts))
})

test('the page of a request asks for it, then for its documents and a small image of the first page', async () => {
  aVisitor()
  open(`/view/${id}`)
  const { request, document, firstPage } = accountCalls
  await vi.waitFor(() => expect(asked).toHaveLength(6))
  expect(asked).toEqual(mine(user, business, request(id), document('v1'), document('v2'), firstPage('v1')))
})

test('a draft is asked for with its documents; a phone shows its pages later', async () => {
  aVisitor()
  open(`/compose/${id}`)
  const { request, document } = accountCalls
  await vi.waitFor(() =>
    expect(asked).toEqual(mine(user, business, request(id), document('v1'), document('v2'))),
  )
})

test('nothing is asked for without a session, with one that is over, or on another page', () => {
  aVisitor({ session: false })
  open('/dashboard')
  aVisitor({ endsIn: -1 })
  open('/dashboard')
  aVisitor()
  for (const path of ['/login', '/profile', `/view/${id}/success`]) open(path)
  vi.stubGlobal('sessionStorage', undefined)
  open('/dashboard')
  expect(asked).toEqual([])
})

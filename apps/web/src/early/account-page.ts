import { ask, askAhead, askForImage, type AskedRequest, firstVersions, readJson } from './ask.ts'
import { keptToken } from './join-session.ts'

/** The calls that pages of an account begin with: their addresses, which the contract has too. */
export const accountCalls = {
  user: '/v1/user?v2=true',
  business: '/v2/businesses/user',
  /** The dashboard as it is when nobody has chosen another view of it. */
  counts: '/v3/signature-requests-redesign?status=ERROR&size=25',
  others: listOf('WAITING,COMPLETED,CANCELLED,ERROR'),
  toSign: listOf('TO_SIGN'),
  request: (id: string) => `/v3/signature-requests/${id}`,
  document: (id: string) => `/v3/documents/${id}`,
  /** Small, and soon replaced by one as sharp as the screen. */
  firstPage: (id: string) => `/v3/documents/${id}/pages/0?scale=50`,
}

function listOf(statuses: string): string {
  const view = { page: '1', size: '25', sort: 'desc', sort_by: 'updated_at', status: statuses }
  return `/v3/signature-requests-redesign?${new URLSearchParams(view)}`
}

/** What the dashboard, and the page of a request, ask for; other pages are opened from them. */
export function askForAccountPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const isDashboard = pathname === '/dashboard' || pathname === '/'
  const [, page, requestId] = /^\/(view|compose)\/([\w-]+)$/.exec(pathname) ?? []
  const token = isDashboard || requestId !== undefined ? keptToken() : null
  if (token === null) return
  const authorization = `Bearer ${token}`
  askAhead(accountCalls.user, authorization)
  askAhead(accountCalls.business, authorization)
  if (isDashboard) askForLists(search, authorization)
  if (requestId !== undefined) void askForRequest(requestId, authorization, page === 'view')
}

function askForLists(search: string, authorization: string): void {
  askAhead(accountCalls.counts, authorization)
  const { cookie } = document
  const tab = new URLSearchParams(search).get('tab') ?? /(?:^|; )dashboard-tab=(\w+)/.exec(cookie)?.[1]
  const isFirstPage = !/[?&](?:q|page)=/.test(search)
  if ((tab ?? 'inbox') !== 'inbox' || !isFirstPage || cookie.includes('dashboard-view=')) return
  askAhead(accountCalls.others, authorization)
  askAhead(accountCalls.toSign, authorization)
}

async function askForRequest(id: string, authorization: string, isRead: boolean): Promise<void> {
  const request = await readJson<AskedRequest>(ask(accountCalls.request(id), authorization))
  const versions = request ? firstVersions(request) : []
  for (const version of versions) askAhead(accountCalls.document(version), authorization)
  if (isRead && versions[0] !== undefined) askForImage(accountCalls.firstPage(versions[0]), authorization)
}

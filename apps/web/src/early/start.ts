import type { EarlyAnswer } from '../lib/calls/early-answers.ts'
import { firstCalls, signingLinkIn } from './signing-link.ts'

/** What is read of the answer. */
interface OpenedRequest {
  readonly documents: readonly { readonly version_id: string }[]
  readonly viewer: { readonly can: { readonly sign: boolean } }
}

/** Of a request with more, the page asks for the others. */
const documentsAtMost = 3

// Loaded beside the app, which is a hundred times as large: what the page of a link asks for is on its way while the app
// still is. What fails is asked for again by the app, which says so.
const link = signingLinkIn(location.pathname)
if (link) {
  const answers = (globalThis.earlyAnswers = new Map<string, EarlyAnswer>())
  const ask = (address: string, authorization?: string): Promise<Response> => {
    const headers: Record<string, string> = authorization
      ? { accept: 'application/json', authorization }
      : { accept: '*/*' }
    const response = fetch(address, { headers, credentials: 'omit' })
    answers.set(address, { authorization, response })
    return response
  }
  const authorization = `Basic ${btoa(`${link.userid}:${link.id}`)}`
  const user = readJson<{ token: string }>(ask(firstCalls.user, authorization))
  const request = readJson<OpenedRequest>(ask(firstCalls.request(link.id), authorization))
  void Promise.all([user, request]).then(([known, opened]) => {
    // Of what is over or not yet theirs, the app knows what it may ask for.
    if (!opened?.viewer.can.sign) return
    const ids = opened.documents.slice(0, documentsAtMost).map((document) => document.version_id)
    for (const id of ids) ask(firstCalls.document(id), authorization).catch(() => undefined)
    if (known && ids[0] !== undefined) ask(firstCalls.firstPage(ids[0], known.token)).catch(() => undefined)
  })
}

/** Null where it was refused or didn't arrive; the answer itself stays whole for the app. */
async function readJson<Body>(answer: Promise<Response>): Promise<Body | null> {
  try {
    const response = await answer
    return response.ok ? ((await response.clone().json()) as Body) : null
  } catch {
    return null
  }
}

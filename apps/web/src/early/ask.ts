import type { EarlyAnswer } from '../lib/calls/early-answers.ts'

const answers = (globalThis.earlyAnswers = new Map<string, EarlyAnswer>())

/**
 * Makes a call as the app does, which takes the answer; `accept` says what of. What didn't arrive is asked for again by the app,
 * which says so.
 */
export function ask(address: string, authorization?: string, accept = 'application/json'): Promise<Response> {
  const headers: Record<string, string> = authorization ? { accept, authorization } : { accept }
  const response = fetch(address, { headers, credentials: 'omit' })
  answers.set(address, { authorization, response, askedAt: Date.now() })
  return response
}

/** The same where nothing here waits for the answer. */
export function askAhead(address: string, authorization: string): void {
  ask(address, authorization).catch(() => undefined)
}

/** The image of a page: by a token in its address, or with the account's. */
export function askForImage(address: string, authorization?: string): void {
  ask(address, authorization, '*/*').catch(() => undefined)
}

/** Null where it was refused or didn't arrive; the answer itself stays whole for the app. */
export async function readJson<Body>(answer: Promise<Response>): Promise<Body | null> {
  try {
    const response = await answer
    return response.ok ? ((await response.clone().json()) as Body) : null
  } catch {
    return null
  }
}

/** What is read of a request. */
export interface AskedRequest {
  readonly documents: readonly { readonly version_id: string }[]
}

/** The documents that are asked for early. Of a request with more, the page asks for the others. */
export function firstVersions({ documents }: AskedRequest): string[] {
  return documents.slice(0, 3).map(({ version_id: id }) => id)
}

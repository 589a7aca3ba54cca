import {
  getDirectDocumentPage,
  getDirectDocumentPageText,
  getDocumentPage,
  getDocumentPageText,
} from '@countersign/contract/documents.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import type { PageSource } from './page-source.ts'

/** Where the app began with a request, a small image was asked for before it was there (`early/account-page.ts`). */
const path = () => globalThis.location?.pathname ?? ''
const beganWith = /^\/view\/[\w-]+$/.test(path()) ? path() : null

/** Pages for who is signed in. */
export const accountPages: PageSource = {
  get firstScale() {
    return path() === beganWith ? 50 : undefined
  },
  image: (id, n, scale, signal) =>
    call(getDocumentPage, { params: { id, n: String(n) }, query: { scale: String(scale) } }, { signal }),
  text: (id, n, signal) => call(getDocumentPageText, { params: { id, n: String(n) } }, { signal }),
}

/** Hands out the visitor's token; `renew` when the one there was is too old. */
export type TokenSource = (renew: boolean) => Promise<string>

/** Pages for who came by a link. A token that has run out is renewed once. */
export function directPages(token: TokenSource): PageSource {
  async function withToken<T>(ask: (token: string) => Promise<T>): Promise<T> {
    try {
      return await ask(await token(false))
    } catch (failure) {
      if (!isCallError(failure) || failure.status !== 401) throw failure
      return ask(await token(true))
    }
  }
  return {
    firstScale: 50,
    image: (id, n, scale, signal) =>
      withToken((given) => {
        const query = { scale: String(scale), token: given }
        return call(getDirectDocumentPage, { params: { id, n: String(n) }, query }, { signal })
      }),
    text: (id, n, signal) =>
      withToken((given) =>
        call(
          getDirectDocumentPageText,
          { params: { id, n: String(n) }, query: { token: given } },
          { signal },
        ),
      ),
  }
}

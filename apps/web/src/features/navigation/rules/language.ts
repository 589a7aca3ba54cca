import { chooseLanguage, languageIn, isDirectPath } from '#web/lib/language/language.ts'
import type { Decision, Visit } from '../visit.ts'

/** 6. The language: of the address, of the account, the one that shows, of the cookie, of the browser. */
export function language({ query, path, user, language: wishes }: Visit): Decision | null {
  const wanted = chooseLanguage({
    query: languageIn(query),
    account: user?.attributes.lang ?? null,
    shown: wishes.shown,
    cookie: wishes.cookie,
    browser: wishes.browser,
    direct: isDirectPath(path),
  })
  return wanted === wishes.shown ? null : { kind: 'language', language: wanted }
}

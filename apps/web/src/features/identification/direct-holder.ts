import type { DirectUser } from '@countersign/contract/account-shapes.ts'
import { directIdentification, type StoredLink } from '#web/lib/requests/direct-link.ts'
import { paths } from '#web/lib/paths.ts'
import { directCalls } from './calls.ts'
import type { Holder } from './holder.ts'

/** Someone who came by a link, for the signature of that link. */
export function directHolder(user: DirectUser, link: StoredLink): Holder {
  return {
    key: `${link.id} ${user.signatureId}`,
    isGuest: true,
    email: user.email,
    person: { firstName: user.firstName, lastName: user.lastName, mobile: '' },
    calls: directCalls(link),
    page: (page) => directIdentification(page),
    home: { to: documentOf(link), isDocument: true },
  }
}

/** The page on which one signs, as one came to it. */
export function documentOf({ id, userid, query }: StoredLink): string {
  const document = paths.directSign(id, userid)
  return query === '' ? document : `${document}?${query}`
}

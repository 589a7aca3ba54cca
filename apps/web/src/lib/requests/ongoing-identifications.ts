import { listIdentifications, listIdentificationsDirect } from '@countersign/contract/identifications.ts'
import { call } from '../calls/api.ts'
import { directLink, linkIn } from './direct-link.ts'

/** Does one who opens a page of identification have one that is not at its end? Where nobody can tell, nobody is held up. */
export async function hasOngoingIdentification(path: string, query: URLSearchParams): Promise<boolean> {
  const isDirect = path.startsWith('/direct-sign/')
  const link = linkIn(query) ?? directLink.get()
  if (isDirect && !link) return false
  const background = { background: true } as const
  try {
    const { identifications } =
      isDirect && link
        ? await call(
            listIdentificationsDirect,
            {},
            { credential: { userId: link.userid, requestId: link.id }, ...background },
          )
        : await call(listIdentifications, {}, background)
    return identifications.some(({ isOngoing }) => isOngoing)
  } catch {
    return false
  }
}

import type { Context } from '#api/providers/context.ts'
import { isId } from '#api/platform/values/id.ts'
import { findBusinessOfSender } from '#api/business/businesses/find-business-of.ts'
import { hashLinkSecret } from '#api/signing/direct-links/open-direct-link.ts'
import { findByLinkHash, findFormerLink } from '#api/signing/direct-links/repository.ts'

/** A signing link's page; nothing else of the web app is ever shown in a frame. */
const signingPage = /^\/(?:view|direct-sign)\/([^/]+)\/([^/]+)(?:\/preview)?\/?$/

/**
 * The websites that may show this page in a frame: those that the sender's business allows, for a link that opens its request,
 * or did: the page says what became of it. For any other address there are none, so that the answer says nothing about requests.
 */
export async function findFrameAncestors(
  { db }: Pick<Context, 'db'>,
  path: string,
): Promise<readonly string[]> {
  const [, requestId, secret] = signingPage.exec(path) ?? []
  if (!requestId || !secret) return []
  if (!isId(requestId) || !(await isLinkOf(db, requestId, hashLinkSecret(secret)))) return []
  return (await findBusinessOfSender(db, requestId))?.settings.embedding.origins ?? []
}

async function isLinkOf(db: Context['db'], requestId: string, hash: Buffer): Promise<boolean> {
  const link = await findByLinkHash(db, hash)
  return link ? link.requestId === requestId : (await findFormerLink(db, hash, requestId)) !== null
}

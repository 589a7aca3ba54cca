import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { WrittenAnswer } from '#api/platform/http/written-answer.ts'
import { discloseLinks } from './disclose-links.ts'
import { readListed } from './listed-request.ts'
import { listOwned } from './list-repository.ts'
import { presentV2, presentV3 } from './presenter.ts'
import { signerStatusesShownAs, statusesShownAs } from './shown-status.ts'

export interface ApiListQuery {
  readonly account_email?: string | undefined
  readonly search?: string | undefined
  readonly signature_status?: string | undefined
  readonly status_overall?: string | undefined
  readonly page_number: number
  readonly page_size: number
}

/** The API user's own requests, newest first, each as it is answered alone: the presenters of one write those of a list. */
export async function listRequests(
  context: Context,
  actor: ApiUserActor,
  query: ApiListQuery,
  version: 2 | 3,
): Promise<WrittenAnswer> {
  const { page_number: page, page_size: size, status_overall: status, signature_status: signature } = query
  const rows = await listOwned(context.reads, {
    accountId: actor.accountId,
    accountEmail: query.account_email,
    search: query.search,
    statuses: status === undefined ? undefined : statusesShownAs(version, status),
    signatureStatus: signature === undefined ? undefined : signerStatusesShownAs(version, signature),
    offset: (page - 1) * size,
    limit: size,
  })
  const listed = readListed(rows, { email: actor.username, businessId: actor.businessId })
  await discloseLinks(context, actor, listed)
  const present = version === 2 ? presentV2 : presentV3
  return new WrittenAnswer(
    JSON.stringify(listed.map(({ request, known }) => present(context, request, known))),
  )
}

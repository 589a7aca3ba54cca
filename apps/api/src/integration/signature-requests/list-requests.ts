import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { findAll } from '#api/signing/signature-requests/repository.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { listOwned } from './repository.ts'

export interface ApiListQuery {
  readonly account_email?: string | undefined
  readonly search?: string | undefined
  readonly signature_status?: string | undefined
  readonly status_overall?: string | undefined
  readonly page_number: number
  readonly page_size: number
}

/** The API user's own requests, newest first. */
export async function listRequests(
  context: Context,
  { accountId }: ApiUserActor,
  query: ApiListQuery,
  version: 2 | 3,
): Promise<SignatureRequest[]> {
  const { page_number: page, page_size: size, status_overall: status, signature_status: signature } = query
  const ids = await listOwned(context.db, {
    accountId,
    accountEmail: query.account_email,
    search: query.search,
    // In `/v2` a draft is open, and so are signers whose turn has not come.
    statuses:
      status === undefined ? undefined : version === 2 && status === 'OPEN' ? ['OPEN', 'DRAFT'] : [status],
    signatureStatus:
      signature === undefined
        ? undefined
        : signature === 'OPEN'
          ? ['OPEN', 'WAITING', 'DRAFT', 'EXPIRED']
          : [signature],
    offset: (page - 1) * size,
    limit: size,
  })
  return findAll(context.db, ids)
}

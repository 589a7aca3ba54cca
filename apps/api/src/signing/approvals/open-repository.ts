import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Signing } from '#api/signing/signing/repository.ts'
import type { Approval } from './repository.ts'

/** The signings of a request, or of one of its signatures, that wait for an approval. */
export function listWaitingSignings(
  tx: Transaction,
  requestId: string,
  signatureId: string | undefined,
): Promise<Signing[]> {
  let open = tx
    .selectFrom('signings')
    .innerJoin('approvals', 'approvals.id', 'signings.approval_id')
    .selectAll('signings')
    .where('signings.request_id', '=', requestId)
    .where('signings.status', '=', 'OPEN')
    .where('approvals.status', '=', 'OPEN')
  if (signatureId !== undefined) open = open.where('signings.signature_id', '=', signatureId)
  return open.execute()
}

export async function listOpenOfAccount(tx: Transaction, accountId: string): Promise<string[]> {
  const open = await tx
    .selectFrom('approvals')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'OPEN')
    .execute()
  return open.map(({ id }) => id)
}

/** Those whose time is over. */
export function listOverdue(db: Reader, now: Date, limit: number): Promise<Pick<Approval, 'id' | 'kind'>[]> {
  return db
    .selectFrom('approvals')
    .select(['id', 'kind'])
    .where('status', '=', 'OPEN')
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()
}

import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { encrypt } from '#api/platform/secrets/secret-box.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { lockApproval } from '../lock-approval.ts'
import { andWait, statusesOf } from '../statuses-of.ts'
import { findReturnUrl, type ReturnQuery, readStoredQuery } from './return-query.ts'
import { hashState } from './store-progress.ts'
import { findByState, keepQuery } from './redirect-repository.ts'

// A state has 128 random bits or more; counting wrong ones keeps the noise down and shows who tries.
const limit = { failures: 30, seconds: 900 }
const patience = 15_000

export interface ServiceReturn {
  readonly state: string
  /** As it was in the address. */
  readonly query: string
  readonly address: string
}

export interface WentOn {
  readonly signatures: SigningStatus[]
  readonly redirect_query_params: ReturnQuery | null
  readonly return_url: string | null
  readonly direct: boolean
}

/**
 * The browser is back from the trust service. What it brought is written down first and used by a job, because it is good
 * once: a process that is killed in between loses nothing. Coming back twice is coming back once.
 */
export async function redirectSign(
  context: Context,
  { state, query, address }: ServiceReturn,
): Promise<WentOn> {
  const approval = await findByState(context.db, hashState(state))
  if (!approval) {
    refuseThrottled(await countFailure(context, `approval-state:${networkOf(address)}`, limit))
    throw new Refusal('not_found')
  }
  const { id } = approval
  await andWait(context, id, patience, () => takeBack(context, id, query))
  const signatures = await statusesOf(context, id, 'anybody')
  const returnQuery = readStoredQuery(approval.return_query)
  return {
    signatures,
    redirect_query_params: returnQuery,
    return_url: await findReturnUrl(context.db, signatures[0]?.signatureRequestId, returnQuery),
    direct: approval.account_id === null,
  }
}

async function takeBack(context: Context, id: string, query: string): Promise<void> {
  const encrypted = Buffer.from(encrypt(context.masterKey, Buffer.from(query), `approval-query:${id}`))
  await transaction(context.db, async (tx) => {
    const approval = await lockApproval(tx, id)
    if (approval?.status !== 'OPEN' || approval.query_encrypted) return
    await keepQuery(tx, id, encrypted)
    await enqueue(tx, 'poll-approval', { approvalId: id }, { key: `poll-approval:${id}`, priority: -10 })
  })
}

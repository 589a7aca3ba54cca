import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { allow, ownSignatures } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { findNewest } from '#api/signing/signing/repository.ts'
import { endOf } from '../approval.ts'
import { endApproval } from '../end-approvals.ts'
import { type Approval, findApproval, isHeldBy } from '../repository.ts'
import { lockApproval } from '../lock-approval.ts'
import { type ReturnQuery, storedQuery } from './return-query.ts'
import { openUrl } from './service-approval.ts'
import { andWait } from '../statuses-of.ts'
import { beginAgain, keepReturn, limitUrl } from './redirect-repository.ts'

const patience = 15_000
/** An address is good for one visit: a second click soon after gets the same, anyone who comes again later another. */
const handedOutFor = 10_000

export interface ParInput {
  readonly requestId: string
  readonly signatureId: string
  readonly language: string
  readonly returnQuery: ReturnQuery | undefined
}

/**
 * Where the browser goes to approve. The request is pushed by the job that began the signing; it is waited for, and pushed
 * again where it has run out.
 */
export async function createPar(
  context: Context,
  actor: Participant,
  input: ParInput,
): Promise<{ url: string; expiresAt: string }> {
  const found = await findOpen(context, actor, input)
  const { id } = found
  // The minute's own look may not have been there yet.
  if (endOf(found) <= context.now()) await endApproval(context, id, 'timed_out')
  await andWait(context, id, patience, () => keep(context, id, input), isBeginning)
  const approval = await findApproval(context.db, id)
  if (approval?.status !== 'OPEN') throw new Refusal('approval.over')
  // Pushed in time, or approved by other means than a redirect.
  if (!approval.url_encrypted || approval.step !== 'REDIRECT')
    throw new Refusal(approval.step && approval.step !== 'REDIRECT' ? 'approval.over' : 'service.unavailable')
  await handOut(context, approval)
  return { url: openUrl(context, id, approval.url_encrypted), expiresAt: approval.expires_at.toISOString() }
}

const isBeginning = ({ status, ticket_encrypted }: Approval) => status === 'OPEN' && ticket_encrypted === null

async function findOpen(
  context: Context,
  actor: Participant,
  { requestId, signatureId }: ParInput,
): Promise<Approval> {
  const request = await requests.find(context.db, requestId)
  allow(request, actor, 'sign')
  const signature = ownSignatures(request, actor).find(({ id }) => id === signatureId)
  if (!signature) throw new Refusal('not_found')
  const signing = await findNewest(context.db, signature.id)
  const approval = signing?.approval_id ? await findApproval(context.db, signing.approval_id) : null
  // Of another member of the group.
  if (approval && !isHeldBy(approval, actor)) throw new Refusal('signing.locked')
  if (approval?.kind !== 'SERVICE' || approval.status !== 'OPEN') throw new Refusal('approval.over')
  return approval
}

async function handOut(context: Context, { id, url_expires_at: until }: Approval): Promise<void> {
  const soon = new Date(context.now().getTime() + handedOutFor)
  if (until && until <= soon) return
  await limitUrl(context.db, id, soon)
}

/** Keeps what the page wants to know again, and begins again where the address is no longer good. */
async function keep(context: Context, id: string, { language, returnQuery }: ParInput): Promise<void> {
  await transaction(context.db, async (tx) => {
    const approval = await lockApproval(tx, id)
    if (approval?.status !== 'OPEN') return
    const query = returnQuery === undefined ? null : storedQuery(returnQuery)
    await keepReturn(tx, id, { language, query })
    const isOver = approval.url_expires_at !== null && approval.url_expires_at <= context.now()
    // The browser is back already: what it brought belongs to the old one.
    if (!approval.ticket_encrypted || !isOver || approval.query_encrypted) return
    await beginAgain(tx, approval)
    await enqueue(tx, 'begin-approval', { approvalId: id }, { key: `begin-approval:${id}`, priority: -10 })
  })
}

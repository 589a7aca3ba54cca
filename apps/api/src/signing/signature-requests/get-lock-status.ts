import type { Participant } from '#api/platform/actor.ts'
import { findLease, type Lease } from '#api/signing/approvals/leases/lease-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { findForReader } from './find-for-reader.ts'
import { allow, isActing, ownSignatures } from './policy.ts'
import { isBeingSigned, nameOf, type Signature, signsDocument } from './signature-request.ts'

const signingAtMost = 600_000

export interface LockStatus {
  readonly locked: boolean
  readonly locked_by: string | null
  readonly until: string | null
}

/**
 * Is someone else’s signature being made just now on a document that this one signs, or that they only see? A signing holds
 * its documents for ten minutes at most.
 */
export async function getLockStatus(context: Context, actor: Participant, id: string): Promise<LockStatus> {
  const request = await findForReader(context.db, actor, id)
  allow(request, actor, 'see')
  const own = ownSignatures(request, actor).flatMap(({ documents }) => documents)
  const documentIds = own.length > 0 ? own.map(({ documentId }) => documentId) : undefined
  const lease = await findLease(context, context.db, { requestId: id, documentIds })
  if (lease && !request.signatures.some((one) => holds(one, lease, actor)))
    return { locked: true, locked_by: lease.heldBy, until: lease.until.toISOString() }
  const locks = request.signatures.flatMap((signature) => {
    if (request.status !== 'OPEN' || isActing(signature, actor) || signature.signing?.status !== 'OPEN')
      return []
    // Before they have approved it they keep nothing from anybody, unless they hold the lease.
    if (!isBeingSigned(signature)) return []
    if (documentIds && !documentIds.some((documentId) => signsDocument(signature, documentId))) return []
    return [{ by: nameOf(signature), until: new Date(signature.signing.startedAt.getTime() + signingAtMost) }]
  })
  const [last] = locks
    .filter(({ until }) => until > context.now())
    .toSorted((a, b) => b.until.getTime() - a.until.getTime())
  if (!last) return { locked: false, locked_by: null, until: null }
  return { locked: true, locked_by: last.by, until: last.until.toISOString() }
}

function holds(signature: Signature, lease: Lease, actor: Participant): boolean {
  return isActing(signature, actor) && signature.signing?.approval?.id === lease.approvalId
}

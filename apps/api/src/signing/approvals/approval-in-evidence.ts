import type { Reader } from '#api/platform/db/transaction.ts'
import { findApproval } from './repository.ts'

/** How the signer approved, and what is known of how they did it; undefined where a click was enough. */
export async function approvalInEvidence(
  db: Reader,
  approvalId: string | null,
): Promise<Record<string, unknown> | undefined> {
  const approval = approvalId ? await findApproval(db, approvalId) : null
  if (!approval) return undefined
  return {
    id: approval.id,
    kind: approval.step ?? approval.kind,
    givenAt: approval.finished_at?.toISOString() ?? null,
    ...(approval.channel ? { channel: approval.channel } : {}),
    ...approval.outcome,
  }
}

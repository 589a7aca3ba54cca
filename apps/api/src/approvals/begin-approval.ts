import type { Context } from '#api/context.ts'
import { endApproval } from './end-approvals.ts'

/** The job that goes to the trust service. */
export async function beginApproval(context: Context, approvalId: string): Promise<void> {
  await endApproval(context, approvalId, 'service_unavailable')
}

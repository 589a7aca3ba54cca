import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { openReauthenticateApproval } from './reauthentication/reauthenticate-approval.ts'
import { openServiceApproval } from './service-approvals/service-approval.ts'
import { openTanApproval } from './tans/tan-approval.ts'
import type { ApprovalOrder } from './approval-order.ts'
import { setApproval } from '#api/signing/signing/repository.ts'

/** Writes down what the signer has to do before these signatures are made, in the transaction that starts them. */
export async function openApproval(context: Context, tx: Transaction, order: ApprovalOrder): Promise<string> {
  const id = await open(context, tx, order)
  await setApproval(tx, order.signingIds, id)
  return id
}

function open(context: Context, tx: Transaction, order: ApprovalOrder): Promise<string> {
  switch (order.plan.approval) {
    case 'TAN':
      return openTanApproval(context, tx, order)
    case 'REAUTHENTICATE':
      return openReauthenticateApproval(context, tx, order)
    case 'SERVICE':
      return openServiceApproval(context, tx, order)
    case null:
      throw new Refusal('signing.quality_unavailable')
  }
}

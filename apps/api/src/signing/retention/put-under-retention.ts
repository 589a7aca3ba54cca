import type { EventActor } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { findRuleFor } from './find-rule-for.ts'
import type { Retention, RuleFor } from './retention.ts'
import { insertRetention } from './rule-repository.ts'

/** A request that begins comes under its owner's rule or that of their business, where there is one. The caller has locked the owner's account. */
export async function putUnderRetention(
  tx: Transaction,
  actor: EventActor,
  request: {
    readonly id: string
    readonly owner: { readonly id: string }
    readonly createdAt: Date
  },
): Promise<Retention | null> {
  const rule = await findRuleFor(tx, request.owner.id)
  if (!rule) return null
  const deleteAt = await insertRetention(tx, request.id, rule, null)
  await recordRule(tx, actor, request.id, rule, request.createdAt)
  const { days, fromTerminalState } = rule
  return { days, fromTerminalState, deleteAt: deleteAt ?? null, deletedAt: null }
}

export function recordRule(
  tx: Transaction,
  actor: EventActor,
  requestId: string,
  { days, fromTerminalState, business }: RuleFor,
  at: Date,
): Promise<void> {
  return appendEvent(tx, requestId, {
    type: 'retention_set',
    at,
    actor,
    data: {
      days,
      countedFrom: fromTerminalState ? 'terminal_state' : 'creation',
      ...(business ? { business: business.name } : {}),
    },
  })
}

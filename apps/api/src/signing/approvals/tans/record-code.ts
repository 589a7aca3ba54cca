import type { Context } from '#api/providers/context.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import type { CallerAddress } from '../approval.ts'
import { signingsOf } from '../repository.ts'
import { attemptsLeft, covered, type Tan } from './tan.ts'

// Evidence of codes: that one went out and where to, and that a wrong one came. Never the code, nor the whole number.

export async function recordSent(
  context: Context,
  tx: Transaction,
  approvalId: string,
  { channel, to }: { readonly channel: 'sms' | 'email'; readonly to: string },
): Promise<void> {
  const destination = covered(channel, to)
  await record(context, tx, approvalId, () => ({
    type: 'code_sent',
    actor: systemActor,
    data: { channel, destination },
  }))
}

/** In the name of the person who has to give it; it may come from another place than the one that began the signing. */
export async function recordRefused(
  context: Context,
  tx: Transaction,
  approvalId: string,
  { tan, from }: { readonly tan: Tan; readonly from: CallerAddress },
): Promise<void> {
  const { address, userAgent } = from
  await record(context, tx, approvalId, (actor) => ({
    type: 'code_refused',
    actor: { ...actor, address, userAgent },
    data: { attemptsLeft: attemptsLeft(tan) - 1 },
  }))
}

async function record(
  context: Context,
  tx: Transaction,
  approvalId: string,
  event: (actor: EventActor) => {
    readonly type: 'code_sent' | 'code_refused'
    readonly actor: EventActor
    readonly data: Record<string, unknown>
  },
): Promise<void> {
  const at = context.now()
  for (const signing of await signingsOf(tx, approvalId)) {
    if (signing.status !== 'OPEN') continue
    const { data, ...rest } = event(signing.actor)
    // Not the approval's id: anyone who reads the history would have the address at which this signer gives the code.
    const of = { signatureId: signing.signature_id, signingId: signing.id }
    await appendEvent(tx, signing.request_id, { ...rest, at, data: { ...of, ...data } })
  }
}

import type { Event } from '@countersign/contract/signature-request-shapes.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { listForRequest } from './repository.ts'

const failures = new Set(['invitation_failed', 'mail_failed'])

/**
 * A request's history. Where someone's call came from is personal data, and so is why a mailbox did not take a mail:
 * the request's owner sees it, the other participants do not.
 */
export async function listEvents(
  db: Reader,
  requestId: string,
  reader: { readonly toOwner: boolean },
): Promise<Event[]> {
  const events = await listForRequest(db, requestId)
  return events.map(({ seq, type, at, actor, data, hash }) => ({
    seq,
    type,
    at: at.toISOString(),
    actor: {
      kind: actor.kind,
      name: actor.name,
      email: actor.email,
      address: reader.toOwner ? actor.address : null,
      user_agent: reader.toOwner ? actor.userAgent : null,
    },
    data: reader.toOwner ? data : toParticipants(type, data),
    hash: hash.toString('hex'),
  }))
}

function toParticipants(type: string, data: Event['data']): Event['data'] {
  if (failures.has(type)) return { ...data, reason: undefined }
  const { approval } = data
  return typeof approval === 'object' && approval !== null
    ? { ...data, approval: { ...approval, address: undefined } }
    : data
}

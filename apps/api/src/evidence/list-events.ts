import type { Event } from '@countersign/contract/signature-request-shapes.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { listCommitted } from './committed-values-repository.ts'
import { type CommittedValue, commitmentsIn, withValues } from './committed-value.ts'
import { listForRequest } from './repository.ts'

export interface EventReader {
  readonly toOwner: boolean
  /** The signatures whose confidential values they may read. */
  readonly readable: readonly string[] | 'all'
}

const failures = new Set(['invitation_failed', 'mail_failed'])

/**
 * A request's history. Where someone's call came from is personal data, and so is why a mailbox did not take a mail:
 * the request's owner sees it, the other participants do not.
 */
export async function listEvents(db: Reader, requestId: string, reader: EventReader): Promise<Event[]> {
  const events = await listForRequest(db, requestId)
  const values = await findValues(db, requestId, events, reader.readable)
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
    data: withValues(reader.toOwner ? data : toParticipants({ type, data }), values),
    hash: hash.toString('hex'),
  }))
}

/** By commitment: what of the confidential values in a request's events a reader may see, and is still there. */
export async function findValues(
  db: Reader,
  requestId: string,
  events: readonly { readonly data: unknown }[],
  readable: EventReader['readable'],
): Promise<Map<string, CommittedValue['value']>> {
  // Hardly a request is corrected after it was sent: nothing is looked for then.
  if (events.every(({ data }) => commitmentsIn(data).length === 0)) return new Map()
  const committed = await listCommitted(db, requestId, readable)
  return new Map(committed.map(({ commitment, value }) => [commitment, value]))
}

/** An event's data without why a mailbox did not take an email. */
export function withoutFailureReason({ type, data }: Pick<Event, 'type' | 'data'>): Event['data'] {
  return failures.has(type) ? { ...data, reason: undefined } : data
}

function toParticipants(event: Pick<Event, 'type' | 'data'>): Event['data'] {
  const data = withoutFailureReason(event)
  const { approval } = data
  return typeof approval === 'object' && approval !== null
    ? { ...data, approval: { ...approval, address: undefined } }
    : data
}

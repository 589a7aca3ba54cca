import type { EventType } from '@countersign/contract/event-types.ts'
import type { Event } from '@countersign/contract/signature-request-shapes.ts'

export type HistoryGroup = 'signing' | 'people' | 'changes' | 'mails'

const groups: Record<EventType, HistoryGroup> = {
  created: 'changes',
  document_added: 'changes',
  document_removed: 'changes',
  attachment_added: 'changes',
  attachment_removed: 'changes',
  changed: 'changes',
  handed_over: 'changes',
  archive_renewed: 'changes',
  retention_set: 'changes',
  retention_released: 'changes',
  content_deleted: 'changes',
  initiated: 'signing',
  link_disclosed: 'signing',
  opened: 'signing',
  identified: 'signing',
  signing_started: 'signing',
  signing_changed: 'signing',
  code_sent: 'signing',
  code_refused: 'signing',
  approval_given: 'signing',
  reauthentication_failed: 'signing',
  reauthentication_locked: 'signing',
  signed: 'signing',
  signing_failed: 'signing',
  completed: 'signing',
  declined: 'signing',
  withdrawn: 'signing',
  expired: 'signing',
  signer_added: 'people',
  signer_removed: 'people',
  signer_group_added: 'people',
  signer_group_removed: 'people',
  delegated: 'people',
  observer_added: 'people',
  observer_removed: 'people',
  left: 'people',
  owner_changed: 'people',
  invitation_sent: 'mails',
  invitation_failed: 'mails',
  mail_failed: 'mails',
  reminded: 'mails',
  downloaded: 'mails',
  protocol_made: 'mails',
  handed_back: 'mails',
}

/** The events of a group, newest first; what no group has is in all of them alone. */
export function eventsOf(events: readonly Event[], group: HistoryGroup | 'all'): Event[] {
  return events.filter(({ type }) => group === 'all' || groups[type as EventType] === group).toReversed()
}

export interface HistoryDay {
  /** `2027-01-31` where the person is. */
  readonly day: string
  readonly events: readonly Event[]
}

/** By the day, where the person is, in the order they come. */
export function byDay(events: readonly Event[], dayOf: (instant: string) => string): HistoryDay[] {
  const days = new Map<string, Event[]>()
  for (const event of events) {
    const day = dayOf(event.at)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days].map(([day, of]) => ({ day, events: of }))
}

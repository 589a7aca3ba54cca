import type { ProtocolWords } from './protocol-words/words.ts'
import type { ProtocolEvent } from './protocol.ts'

/** How a signature was confirmed, as the data of `approval_given` or the approval in `signed` tells it; null: it does not. */
export function approvalWord(words: ProtocolWords, { kind, method }: ProtocolEvent['data']): string | null {
  if (method === 'password') return words.byPassword
  if (method === 'sso') return words.byCompanySignIn
  if (kind === 'TAN') return words.byCode
  // Older events do not tell of which kind it was.
  if (kind === 'REAUTHENTICATE') return words.byReauthentication
  return typeof kind === 'string' ? words.byTrustService : null
}

const confirmations = new Set(['approval_given', 'reauthentication_failed', 'reauthentication_locked'])

/** An event's kind in words, of a confirmation also by which means. */
export function eventTitle(words: ProtocolWords, { type, data }: ProtocolEvent): string {
  // One that has no words yet is shown as it is.
  const word = (words.events as Record<string, string>)[type] ?? type
  const means = confirmations.has(type) ? approvalWord(words, data) : null
  return means ? `${word} (${means})` : word
}

/**
 * Where an event came from. A signature came from where it was begun; where it was confirmed from another address, that
 * is named as well.
 */
export function originOf(words: ProtocolWords, { actor, data }: ProtocolEvent): string[] {
  const approval: ProtocolEvent['data'] = typeof data['approval'] === 'object' ? { ...data['approval'] } : {}
  const { address } = approval
  const isElsewhere = typeof address === 'string' && address !== actor.address
  const confirmed = isElsewhere ? `${approvalWord(words, approval) ?? ''}: ${address}` : null
  return [actor.address, actor.userAgent, confirmed].filter((part): part is string => Boolean(part))
}

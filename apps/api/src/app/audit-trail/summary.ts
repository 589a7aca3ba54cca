import { isSameMailbox } from '@countersign/contract/email.ts'
import { approvalWord } from './approval-words.ts'
import { shownDay, shownInstant, statusWord } from './protocol-words/language.ts'
import type { ProtocolWords } from './protocol-words/words.ts'
import { readSignedEvent, type SignedEvent } from './signed-event.ts'
import { type Protocol, type ProtocolEvent, type ProtocolSigner, signerName } from './protocol.ts'

/** What a reader wants to know first: how it ended, and of each signer how they were checked and what came of it. */
export interface Summary {
  readonly result: string
  readonly signers: readonly {
    readonly name: string
    readonly confirmedBy: string
    readonly result: string
  }[]
}

export function summaryOf(
  { request, signers, events }: Pick<Protocol, 'request' | 'signers' | 'events'>,
  words: ProtocolWords,
): Summary {
  const signed = signers.filter(({ status }) => status === 'SIGNED').length
  return {
    result: [statusWord(words, request.status), words.signedCount(signed, signers.length)].join(' · '),
    signers: signers.map((signer) => ({
      name: signerName(signer),
      confirmedBy: confirmations(signer, events, words).join(', ') || '–',
      result: [
        statusWord(words, signer.status),
        signer.signatures[0]?.level,
        signer.signedAt && shownInstant(words, signer.signedAt),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  }
}

/** How it is known that it was them: how they came, and what they gave before they signed. */
function confirmations(
  signer: ProtocolSigner,
  events: readonly ProtocolEvent[],
  words: ProtocolWords,
): string[] {
  const own = sinceDelegation(events.filter(({ data }) => concerns(data, signer.id)))
  const made = own.findLast(({ type }) => type === 'signed') ?? own.findLast(({ type }) => type === 'opened')
  const signed = made && readSignedEvent(made)
  const approval = signed && own.find((event) => approves(event, signed))
  return [
    made?.actor.kind === 'account' ? words.byAccount : '',
    made?.actor.kind === 'link' ? linkWord(made, own, words) : '',
    approval ? (approvalWord(words, approval.data) ?? '') : '',
    signed ? sealWord(signed, words) : '',
    signed ? identityWord(signed, words) : '',
  ].filter((part) => part !== '')
}

function concerns({ signatureId, signatureIds }: ProtocolEvent['data'], id: string): boolean {
  return signatureId === id || (Array.isArray(signatureIds) && signatureIds.includes(id))
}

/** Another signing may have failed after its approval was given: that one confirmed nothing. */
function approves({ type, data }: ProtocolEvent, { signingId }: SignedEvent): boolean {
  return type === 'approval_given' && data['signingId'] === signingId
}

/** What came before is about the person who delegated it. */
function sinceDelegation(own: readonly ProtocolEvent[]): readonly ProtocolEvent[] {
  return own.slice(own.findLastIndex(({ type }) => type === 'delegated') + 1)
}

/** Who else may have had the link by which they came. */
function linkWord(made: ProtocolEvent, own: readonly ProtocolEvent[], words: ProtocolWords): string {
  const isDisclosed = own.slice(0, own.indexOf(made)).some(({ type }) => type === 'link_disclosed')
  if (!isMailed(own, made.actor.email)) return isDisclosed ? words.byDisclosedLink : words.byLink
  return isDisclosed ? words.byMailedAndDisclosedLink : words.byMailedLink
}

/** A reminder is told of when it is ordered: one that could not be delivered brought no link. */
function isMailed(own: readonly ProtocolEvent[], email: string | null): boolean {
  // Events of earlier releases have an address as it was written.
  const toThem = own.filter(({ data }) =>
    [data['email']].flat().some((one) => typeof one === 'string' && isSameMailbox(one, email ?? '')),
  )
  const reminders = toThem.filter(({ type }) => type === 'reminded').length
  const lost = toThem.filter(({ type, data }) => type === 'mail_failed' && data['kind'] === 'reminder').length
  return reminders > lost || toThem.some(({ type }) => type === 'invitation_sent')
}

/** By whom and when, where the event tells it. */
function identityWord({ quality, identification }: SignedEvent, words: ProtocolWords): string {
  if (!identification) return quality === 'QES' ? words.byIdentity : ''
  const { provider, identifiedAt } = identification
  const told = [provider, identifiedAt && shownDay(words, identifiedAt)].filter(Boolean).join(', ')
  return `${words.byIdentity} (${told})`
}

/** A seal is the organisation's: it says nothing of the identity of the person who put it there. */
function sealWord({ quality, signedAs }: SignedEvent, words: ProtocolWords): string {
  return quality?.startsWith('SEAL_') && signedAs ? words.bySeal(signedAs) : ''
}

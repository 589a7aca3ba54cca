import type { EventType } from '@countersign/contract/event-types.ts'
import type { Event } from '@countersign/contract/signature-request-shapes.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  actorOf,
  attachmentOf,
  documentOf,
  groupOf,
  namedSignerOf,
  sealedFor,
  observerOf,
  receiverOf,
  signerOf,
  textIn,
  type DocumentNames,
} from './event-facts.ts'

/** The sentences of the history, one for each kind of event there is. What the data does not tell is left out. */

interface SentenceFacts {
  readonly who: string
  readonly data: Event['data']
  readonly names: DocumentNames
}
type Sentence = (facts: SentenceFacts) => MessageDescriptor

const sentences: Record<EventType, Sentence> = {
  created: ({ who, data }) =>
    textIn(data, 'copyOf') !== null
      ? msg`${who} created the signature request from an earlier one`
      : msg`${who} created the signature request`,
  document_added: ({ who, data, names }) => {
    const document = documentOf(data, names)
    return document ? msg`${who} added the document “${document}”` : msg`${who} added a document`
  },
  document_removed: ({ who, data, names }) => {
    const document = documentOf(data, names)
    return document ? msg`${who} removed the document “${document}”` : msg`${who} removed a document`
  },
  downloaded: ({ who, data, names }) => {
    const document = documentOf(data, names)
    return document ? msg`${who} downloaded “${document}”` : msg`${who} downloaded the documents`
  },
  signer_added: ({ who, data }) => {
    const signer = namedSignerOf(data)
    return signer ? msg`${who} added ${signer} as a signer` : msg`${who} added a signer`
  },
  signer_removed: ({ who, data }) => {
    const signer = namedSignerOf(data)
    return signer ? msg`${who} removed the signer ${signer}` : msg`${who} removed a signer`
  },
  signer_group_added: ({ who, data }) => {
    const group = groupOf(data)
    return group ? msg`${who} added the group “${group}”` : msg`${who} added a group`
  },
  signer_group_removed: ({ who, data }) => {
    const group = groupOf(data)
    return group ? msg`${who} removed the group “${group}”` : msg`${who} removed a group`
  },
  invitation_sent: ({ data }) => {
    const signer = signerOf(data)
    return signer ? msg`An invitation was sent to ${signer}` : msg`An invitation was sent`
  },
  invitation_failed: ({ data }) => {
    const signer = signerOf(data)
    return signer
      ? msg`The invitation to ${signer} could not be delivered`
      : msg`An invitation could not be delivered`
  },
  mail_failed: ({ data }) => {
    const recipient = signerOf(data)
    return recipient
      ? msg`An email to ${recipient} could not be delivered`
      : msg`An email could not be delivered`
  },
  delegated: ({ who, data }) => {
    const to = receiverOf(data)
    return to ? msg`${who} delegated to ${to}` : msg`${who} delegated the signature`
  },
  reminded: ({ who, data }) => {
    const to = receiverOf(data)
    return to ? msg`${who} reminded ${to}` : msg`${who} reminded the signers`
  },
  observer_added: ({ who, data }) => {
    const observer = observerOf(data)
    return observer ? msg`${who} added ${observer} as an observer` : msg`${who} added an observer`
  },
  observer_removed: ({ who, data }) => {
    const observer = observerOf(data)
    return observer ? msg`${who} removed the observer ${observer}` : msg`${who} removed an observer`
  },
  attachment_added: ({ who, data }) => {
    const name = attachmentOf(data)
    return name ? msg`${who} added the attachment “${name}”` : msg`${who} added an attachment`
  },
  attachment_removed: ({ who, data }) => {
    const name = attachmentOf(data)
    return name ? msg`${who} removed the attachment “${name}”` : msg`${who} removed an attachment`
  },
  changed: ({ who }) => msg`${who} changed the signature request`,
  initiated: ({ who }) => msg`${who} sent the signature request`,
  link_disclosed: ({ who, data }) => {
    const signer = typeof data.email === 'string' ? data.email : ''
    return signer ? msg`${who} received the signing link of ${signer}` : msg`${who} received a signing link`
  },
  opened: ({ who }) => msg`${who} viewed the documents`,
  identified: ({ who }) => msg`${who} verified their identity`,
  signing_started: ({ who }) => msg`${who} started signing`,
  signing_changed: ({ who }) => msg`${who} changed the name, reason or appearance before signing`,
  code_sent: ({ data }) => {
    const { destination } = data
    return typeof destination === 'string' ? msg`A code was sent to ${destination}` : msg`A code was sent`
  },
  code_refused: ({ who }) => msg`${who} entered an incorrect code`,
  approval_given: ({ who, data }) => {
    if (data.method === 'password') return msg`${who} confirmed the signature with their password`
    if (data.method === 'sso') return msg`${who} confirmed the signature with company sign-in`
    return msg`${who} confirmed the signature`
  },
  reauthentication_failed: ({ who, data }) => {
    if (data.method === 'password') return msg`${who} entered an incorrect password`
    if (data.method === 'sso') return msg`Company sign-in of another person instead of ${who}`
    return msg`Re-authentication by ${who} failed`
  },
  reauthentication_locked: ({ who }) => msg`Signing by ${who} stopped: re-authentication failed`,
  signed: ({ who, data }) => {
    const group = groupOf(data)
    const organisation = sealedFor(data)
    if (organisation) return msg`${who} applied the seal of ${organisation}`
    return group ? msg`${who} signed for “${group}”` : msg`${who} signed`
  },
  signing_failed: ({ who, data }) =>
    textIn(data, 'error') === 'cancelled' ? msg`${who} cancelled signing` : msg`${who} couldn’t sign`,
  completed: () => msg`Everyone has signed`,
  declined: ({ who, data }) => {
    const group = groupOf(data)
    return group ? msg`${who} declined to sign for “${group}”` : msg`${who} declined to sign`
  },
  withdrawn: ({ who, data }) =>
    textIn(data, 'cause') === 'business_deleted'
      ? msg`The signature request was withdrawn because the sender’s business was deleted`
      : msg`${who} withdrew the signature request`,
  left: ({ who }) => msg`${who} left the signature request`,
  expired: () => msg`The signature request expired`,
  protocol_made: ({ data }) =>
    data.type === 'EVIDENCE' ? msg`Evidence file created` : msg`Audit trail created`,
  archive_renewed: () => msg`Archive timestamp renewed`,
  handed_over: ({ who }) => msg`${who} claimed the submitted document`,
  handed_back: () => msg`Signed document returned to the submitter`,
  owner_changed: ({ who, data }) => {
    const { to } = data
    return typeof to === 'string'
      ? msg`${who} transferred the signature request to ${to}`
      : msg`${who} transferred the signature request`
  },
  retention_set: () => msg`Auto-deletion applies to the signature request`,
  retention_released: ({ who }) => msg`${who} exempted the signature request from auto-deletion`,
  content_deleted: () => msg`Documents auto-deleted; this history remains`,
}

export function eventSentence(event: Event, names: DocumentNames = new Map()): MessageDescriptor {
  const { type, data } = event
  const who = actorOf(event) ?? 'Countersign'
  if (!Object.hasOwn(sentences, type)) return msg`Action by ${who} (no description)`
  return sentences[type as EventType]({ who, data, names })
}

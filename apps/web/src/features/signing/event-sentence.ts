import type { Event } from '@countersign/contract/signature-request-shapes.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The sentences of the history. The data of an event is open: what is not there is left out of the sentence. */

function textIn(data: Event['data'], ...names: string[]): string | null {
  for (const name of names) {
    const value = data[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** The first of these fields that is a text, in the event's data or in its part about a signer or a document. */
function find(data: Event['data'], part: string, ...names: string[]): string | null {
  const inner = data[part]
  const nested = typeof inner === 'object' && inner !== null ? textIn({ ...inner }, ...names) : null
  return nested ?? textIn(data, part, ...names.map((name) => `${part}_${name}`))
}

function signerOf(data: Event['data']): string | null {
  return find(data, 'signer', 'name', 'email') ?? textIn(data, 'email', 'to', 'name')
}

function documentOf(data: Event['data'], names: DocumentNames): string | null {
  const id = textIn(data, 'documentId', 'document_id')
  const named = id === null ? null : (names.get(id) ?? null)
  return find(data, 'document', 'name', 'title') ?? textIn(data, 'name', 'filename', 'title') ?? named
}

/** Names of documents by their ids: some events tell the id alone. */
export type DocumentNames = ReadonlyMap<string, string>

/** What the request has now, and what was added and taken out again. */
export function documentNames(
  documents: readonly { id: string; version_id: string; name: string }[],
  events: readonly Event[],
): DocumentNames {
  const added = events.flatMap(({ type, data }): [string, string][] => {
    const id = textIn(data, 'documentId')
    const name = textIn(data, 'name')
    return type === 'document_added' && id && name ? [[id, name]] : []
  })
  const there = documents.flatMap(({ id, version_id, name }): [string, string][] => [
    [id, name],
    [version_id, name],
  ])
  return new Map([...added, ...there])
}

function aboutDocument(type: string, who: string, document: string | null): MessageDescriptor {
  if (type === 'document_added') {
    return document ? msg`${who} added the document “${document}”` : msg`${who} added a document`
  }
  if (type === 'document_removed') {
    return document ? msg`${who} removed the document “${document}”` : msg`${who} removed a document`
  }
  return document ? msg`${who} downloaded “${document}”` : msg`${who} downloaded the documents`
}

function aboutSigner(type: string, who: string, signer: string | null): MessageDescriptor {
  switch (type) {
    case 'signer_added':
      return signer ? msg`${who} added ${signer} as a signer` : msg`${who} added a signer`
    case 'signer_removed':
      return signer ? msg`${who} removed the signer ${signer}` : msg`${who} removed a signer`
    case 'invitation_sent':
      return signer ? msg`An invitation was sent to ${signer}` : msg`An invitation was sent`
    default:
      return signer
        ? msg`The invitation to ${signer} could not be delivered`
        : msg`An invitation could not be delivered`
  }
}

/** The e-mails of those who were mailed together. */
function severalIn({ email }: Event['data']): string | null {
  return Array.isArray(email) && email.length > 0 ? email.join(', ') : null
}

function aboutPeople(type: string, who: string, data: Event['data']): MessageDescriptor {
  const observer = find(data, 'observer', 'email', 'name') ?? textIn(data, 'email')
  const to = find(data, 'to', 'name', 'email') ?? severalIn(data) ?? signerOf(data)
  switch (type) {
    case 'delegated':
      return to ? msg`${who} handed the signature on to ${to}` : msg`${who} handed the signature on`
    case 'reminded':
      return to ? msg`${who} reminded ${to}` : msg`${who} reminded the signers`
    case 'observer_added':
      return observer ? msg`${who} added ${observer} as an observer` : msg`${who} added an observer`
    default:
      return observer ? msg`${who} removed the observer ${observer}` : msg`${who} removed an observer`
  }
}

function aboutAttachment(type: string, who: string, data: Event['data']): MessageDescriptor {
  const name = find(data, 'attachment', 'filename', 'name') ?? textIn(data, 'filename', 'name')
  if (type === 'attachment_added') {
    return name ? msg`${who} added the attachment “${name}”` : msg`${who} added an attachment`
  }
  return name ? msg`${who} removed the attachment “${name}”` : msg`${who} removed an attachment`
}

/** What was said with a decline, a withdrawal or a delegation. */
export function messageIn({ type, data }: Event): string | null {
  return ['declined', 'withdrawn', 'delegated'].includes(type) ? textIn(data, 'message') : null
}

const documentEvents = new Set(['document_added', 'document_removed', 'downloaded'])
const attachmentEvents = new Set(['attachment_added', 'attachment_removed'])
const peopleEvents = new Set(['delegated', 'reminded', 'observer_added', 'observer_removed'])
const signerEvents = new Set(['signer_added', 'signer_removed', 'invitation_sent', 'invitation_failed'])

/** Who did it, for a sentence: the name, else the e-mail. Null for the service itself. */
export function actorOf(event: Event): string | null {
  return event.actor.name || event.actor.email
}

export function eventSentence(event: Event, names: DocumentNames = new Map()): MessageDescriptor {
  const { type, data } = event
  const who = actorOf(event) ?? 'Countersign'
  if (documentEvents.has(type)) return aboutDocument(type, who, documentOf(data, names))
  if (signerEvents.has(type)) return aboutSigner(type, who, signerOf(data))
  if (peopleEvents.has(type)) return aboutPeople(type, who, data)
  if (attachmentEvents.has(type)) return aboutAttachment(type, who, data)
  switch (type) {
    case 'created':
      return msg`${who} created the signature request`
    case 'changed':
      return msg`${who} changed the signature request`
    case 'initiated':
      return msg`${who} sent the signature request`
    case 'opened':
      return msg`${who} opened the documents`
    case 'signing_started':
      return msg`${who} started to sign`
    case 'signed':
      return msg`${who} signed`
    case 'signing_failed':
      return msg`A signature by ${who} could not be made`
    case 'completed':
      return msg`Everyone has signed`
    case 'declined':
      return msg`${who} declined to sign`
    case 'withdrawn':
      return msg`${who} withdrew the signature request`
    case 'left':
      return msg`${who} left the signature request`
    case 'expired':
      return msg`The signature request expired`
    case 'protocol_made':
      return msg`The signature protocol was made`
    default:
      return plainName(type)
  }
}

/** An event this version does not know is shown by its own name. */
function plainName(type: string): MessageDescriptor {
  const words = type.replaceAll(/[_.-]+/g, ' ').trim()
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  return { id: name, message: name }
}

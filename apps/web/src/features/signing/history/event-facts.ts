import type { Event } from '@countersign/contract/signature-request-shapes.ts'

// What an event's data tells. It is open: what is not there is null.

type Data = Event['data']

export function textIn(data: Data, ...names: string[]): string | null {
  for (const name of names) {
    const value = data[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** The first of these fields that is a text, in the event's data or in its part about a signer or a document. */
export function find(data: Data, part: string, ...names: string[]): string | null {
  const inner = data[part]
  const nested = typeof inner === 'object' && inner !== null ? textIn({ ...inner }, ...names) : null
  return nested ?? textIn(data, part, ...names.map((name) => `${part}_${name}`))
}

export function signerOf(data: Data): string | null {
  return find(data, 'signer', 'name', 'email') ?? textIn(data, 'email', 'to', 'name')
}

/** Someone who is asked to sign, or no longer is: the name that the sender gave, and the email. */
export function namedSignerOf(data: Data): string | null {
  const [name, email] = [textIn(data, 'name'), textIn(data, 'email')]
  return name && email ? `${name} <${email}>` : signerOf(data)
}

export function observerOf(data: Data): string | null {
  return find(data, 'observer', 'email', 'name') ?? textIn(data, 'email')
}

/** The group that was asked. */
export function groupOf(data: Data): string | null {
  return textIn(data, 'signerGroupName')
}

/** The organisation in whose name it was signed, with its seal. */
export function sealedFor(data: Data): string | null {
  return textIn(data, 'quality')?.startsWith('SEAL_') ? textIn(data, 'signedAs') : null
}

export function attachmentOf(data: Data): string | null {
  return find(data, 'attachment', 'filename', 'name') ?? textIn(data, 'filename', 'name')
}

/** Whom a signer delegated to, or reminded: one, or several together. */
export function receiverOf(data: Data): string | null {
  const { email } = data
  const several = Array.isArray(email) && email.length > 0 ? email.join(', ') : null
  return find(data, 'to', 'name', 'email') ?? several ?? signerOf(data)
}

/** Names of documents by their ids: some events tell the id alone. */
export type DocumentNames = ReadonlyMap<string, string>

export function documentOf(data: Data, names: DocumentNames): string | null {
  const id = textIn(data, 'documentId', 'document_id')
  const named = id === null ? null : (names.get(id) ?? null)
  return find(data, 'document', 'name', 'title') ?? textIn(data, 'name', 'filename', 'title') ?? named
}

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

/** What was said with a decline, a withdrawal or a delegation. */
export function messageIn({ type, data }: Event): string | null {
  return ['declined', 'withdrawn', 'delegated'].includes(type) ? textIn(data, 'message') : null
}

/** Why a mail did not arrive, or a signature was not made, where one may know. */
export function reasonIn({ data }: Event): string | null {
  return textIn(data, 'reason')
}

/** Who did it, for a sentence: the name, else the email. Null for the service itself. */
export function actorOf(event: Event): string | null {
  return event.actor.name || event.actor.email
}

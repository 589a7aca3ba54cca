import { correctionsIn } from '@countersign/contract/corrections.ts'
import { canonicalEmail } from '@countersign/contract/email.ts'
import {
  contentDeletedAt,
  type Protocol,
  type ProtocolEvent,
  type ProtocolSigner,
  signerName,
} from './protocol.ts'
import { readSignedEvent } from './signed-event.ts'

/** The protocol for programs, in the shape that clients of the integration API read, with the chain's head added. */
export function presentProtocolJson(protocol: Protocol) {
  const { request, signers } = protocol
  return {
    header: {
      signatureRequestID: request.id,
      title: request.title,
      status: request.status,
      signatureCount: signers.length,
      signatureCountSigned: signers.filter(({ status }) => status === 'SIGNED').length,
      attachmentNames: protocol.attachments.map(({ name }) => name),
    },
    userList: people(protocol).map((person) => ({
      id: person.id,
      firstname: person.firstName,
      lastname: person.lastName,
      groupName: groupNameOf(person.key, protocol),
      email: person.email,
      mobile: person.mobile,
      businessName: null,
      userActions: protocol.events
        .filter((event) => personKey(event.actor) === person.key)
        .map((event) => userAction(event, protocol)),
    })),
    senderBusiness: protocol.business?.name ?? null,
    observers: protocol.observers,
    attachments: protocol.attachments,
    error: null,
    chain: protocol.chain,
    /** Since then the hashes are what is left of the documents. */
    contentDeletedAt: contentDeletedAt(protocol)?.toISOString() ?? null,
    madeAt: protocol.madeAt.toISOString(),
  }
}

interface Person {
  readonly key: string
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly mobile: string | null
}

/** Signers first, in their order, then everyone else who did something; automatic events are under `system`. */
function people({ signers, events }: Protocol): Person[] {
  const found = new Map<string, Person>()
  const meet = (person: Person) => found.has(person.key) || found.set(person.key, person)
  for (const signer of signers) for (const person of peopleOfSigner(signer)) meet(person)
  for (const { actor } of events) {
    const [firstName = '', ...rest] = (actor.name ?? 'system').split(' ')
    const id = actor.accountId ?? actor.signatureId ?? 'system'
    meet({ key: personKey(actor), id, firstName, lastName: rest.join(' '), email: actor.email, mobile: null })
  }
  return [...found.values()]
}

function peopleOfSigner(signer: ProtocolSigner): Person[] {
  const { firstName, lastName, email, mobile, group } = signer
  const id = signer.accountId ?? signer.id
  const own = { key: personKey(signer), id, firstName, lastName, email, mobile }
  const members = (group?.members ?? []).map((member) => ({
    ...own,
    key: personKey({ email: member }),
    id: signer.id,
    firstName: '',
    lastName: '',
    email: member,
    // The number is that of the member who signed.
    mobile: null,
  }))
  // Until one of them has signed, the signature of a group is nobody's.
  return email === '' ? members : [own, ...members]
}

/** The group they were asked in; of several the first. */
function groupNameOf(key: string, { signers }: Protocol): string | null {
  const groupSigner = signers.find(({ group }) =>
    group?.members.some((email) => personKey({ email }) === key),
  )
  return groupSigner?.group?.name ?? null
}

/** One mailbox is one person, whether they came by an account or by a link. */
function personKey(given: { readonly email: string | null }): string {
  return given.email === null ? 'system' : canonicalEmail(given.email)
}

function userAction(event: ProtocolEvent, protocol: Protocol) {
  const { data } = event
  const made = readSignedEvent(event)
  const signed = made?.documents ?? []
  const [first] = signed
  const document = protocol.documents.find(({ id }) => id === (data.documentId ?? first?.documentId))
  const signatureId = textOf(data.signatureId)
  const concerned = protocol.signers.find(({ id }) => id === signatureId)
  const group = textOf(data.signerGroupName)
  const isDelegation = event.type === 'delegated'
  const address = textOf(data.email) ?? (concerned ? signerName(concerned) : null)
  return {
    name: event.type.toUpperCase(),
    ip: event.actor.address,
    time: event.at.toISOString(),
    quality: made?.quality ?? null,
    legislation: made?.legislation ?? textOf(data.legislation),
    documents: signed.map(({ documentId, sha256 }) => ({ documentId, documentSha256: sha256 })),
    /** What the signer filled in, as they signed it. */
    fields: signed.flatMap(({ documentId, fields = [] }) =>
      fields.map((field) => ({ documentId, ...field })),
    ),
    /** What a correction changed: what was there before, and what is there now. */
    changes: correctionsIn(event),
    documentId: document?.id ?? null,
    documentSha256: first?.sha256 ?? textOf(data.sha256),
    documentPageCount: document?.pageCount ?? null,
    documentSize: document?.versions.find(({ id }) => id === first?.versionId)?.size ?? null,
    message: textOf(data.message) ?? textOf(data.reason),
    signatureId,
    signersAdded: event.type === 'signer_added' && address ? [address] : [],
    signersRemoved: event.type === 'signer_removed' && address ? [address] : [],
    observersAdded: event.type === 'observer_added' && address ? [address] : [],
    observersRemoved: event.type === 'observer_removed' && address ? [address] : [],
    delegatees: isDelegation ? [textOf(data.to)].flatMap((to) => to ?? []) : [],
    delegatedSignatureId: isDelegation ? signatureId : null,
    newSignatureIds: /^signer(_group)?_added$/.test(event.type) && signatureId ? [signatureId] : [],
    certificateSubject: first?.certificateSubject ?? null,
    certificateSerial: first?.certificateSerial ?? null,
    certificateIssuer: first?.certificateIssuer ?? null,
    /** PNG in base64. */
    signatureImage: made ? (concerned?.pictures[0] ?? null) : null,
    signerGroupsAdded: event.type === 'signer_group_added' && group ? [group] : [],
    signerGroupsRemoved: event.type === 'signer_group_removed' && group ? [group] : [],
    signerGroupName: group,
    // Whichever provider identified them.
    mabEvidenceId: textOf(data.evidenceId) ?? made?.identification?.evidenceId ?? null,
    timestampTime: first?.timestampTime ?? null,
    userAgent: event.actor.userAgent,
    seq: event.seq,
    hash: event.hash,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

import { isolate } from '#api/platform/values/isolate.ts'
import { readSignedEvent, type SignedDocument } from './signed-event.ts'

export type ProtocolLanguage = 'en' | 'de' | 'fr' | 'it'

/** The audit trail: everything that is known of a request, for the person who has to prove or to check it. */
export interface Protocol {
  readonly madeAt: Date
  readonly request: ProtocolRequest
  readonly business: ProtocolBusiness | null
  readonly documents: readonly ProtocolDocument[]
  readonly signers: readonly ProtocolSigner[]
  /** Emails of those who look on. */
  readonly observers: readonly string[]
  readonly attachments: readonly ProtocolAttachment[]
  readonly events: readonly ProtocolEvent[]
  /** Where anyone checks the signed files. */
  readonly verifyAt: string
  /** The newest event's hash and how many there are: it stands for all of them. */
  readonly chain: { readonly head: string; readonly length: number }
}

/** The business of the person who sends it, as it was when the protocol was made. */
export interface ProtocolBusiness {
  readonly name: string
  /** PNG. */
  readonly logo: Uint8Array | null
}

export interface ProtocolRequest {
  readonly id: string
  readonly title: string
  readonly message: string
  readonly status: string
  readonly quality: string
  readonly legislation: string | null
  readonly owner: { readonly id: string; readonly name: string; readonly email: string }
  readonly createdAt: Date
  readonly initiatedAt: Date | null
  readonly completedAt: Date | null
  readonly expiresAt: Date | null
}

export interface ProtocolDocument {
  readonly id: string
  readonly name: string
  readonly pageCount: number
  /** From the upload to the newest. */
  readonly versions: readonly {
    readonly id: string
    readonly sha256: string
    readonly size: number
    readonly createdAt: Date
    /** Whose signature made this version; null for the upload. */
    readonly signedBy: string | null
  }[]
}

export interface ProtocolAttachment {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly sha256: string
}

export interface ProtocolSigner {
  readonly id: string
  readonly accountId: string | null
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Null where the reader may not see it, too. */
  readonly mobile: string | null
  readonly status: string
  readonly signedAt: Date | null
  /** Of whom one signs for all; until then they have no name and no email of their own. */
  readonly group: { readonly name: string; readonly members: readonly string[] } | null
  /** What their signature looks like: PNG in base64. None after the documents were deleted. */
  readonly pictures: readonly string[]
  readonly signatures: readonly (SignedDocument & { readonly documentName: string; readonly level: string })[]
}

export interface ProtocolEvent {
  readonly seq: number
  readonly type: string
  readonly at: Date
  readonly actor: {
    readonly kind: string
    readonly accountId?: string | undefined
    readonly signatureId?: string | undefined
    readonly name: string | null
    readonly email: string | null
    readonly address: string | null
    readonly userAgent: string | null
  }
  readonly data: Record<string, unknown>
  /** Hexadecimal SHA-256 over the event and the hash of the one before it. */
  readonly hash: string
}

export interface ProtocolParts {
  readonly madeAt: Date
  readonly request: ProtocolRequest
  readonly business: ProtocolBusiness | null
  readonly documents: readonly ProtocolDocument[]
  readonly signers: readonly Omit<ProtocolSigner, 'signatures'>[]
  readonly observers: readonly string[]
  readonly attachments: readonly ProtocolAttachment[]
  readonly events: readonly ProtocolEvent[]
  readonly verifyAt: string
}

/** Puts the signatures that the events tell of to their signers and versions, and the chain's head beside them. */
export function composeProtocol(parts: ProtocolParts): Protocol {
  const names = new Map(parts.documents.map(({ id, name }) => [id, name]))
  const made = parts.events.flatMap((event) => readSignedEvent(event) ?? [])
  const signers = parts.signers.map((signer) => ({
    ...signer,
    signatures: made
      .filter(({ signatureId }) => signatureId === signer.id)
      .flatMap(({ documents, quality, legislation }) =>
        documents.map((signed) => ({
          ...signed,
          documentName: names.get(signed.documentId) ?? '',
          level: [quality, legislation].filter(Boolean).join(', '),
        })),
      ),
  }))
  const signedBy = new Map(
    signers.flatMap((signer) =>
      signer.signatures.map(({ versionId }) => [versionId, signerName(signer)] as const),
    ),
  )
  return {
    ...parts,
    documents: parts.documents.map((document) => ({
      ...document,
      versions: document.versions.map((version) => ({
        ...version,
        signedBy: signedBy.get(version.id) ?? null,
      })),
    })),
    signers,
    chain: { head: parts.events.at(-1)?.hash ?? '', length: parts.events.length },
  }
}

/** Who sends it: the person, and their business where there is one. */
export function senderLine({ request, business }: Pick<Protocol, 'request' | 'business'>): string {
  const person = `${request.owner.name} (${request.owner.email})`
  return business ? `${person}, ${business.name}` : person
}

/** When the documents were deleted by the owner's rule. */
export function contentDeletedAt({ events }: Pick<Protocol, 'events'>): Date | null {
  return events.find(({ type }) => type === 'content_deleted')?.at ?? null
}

export function signerName(signer: {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly group: ProtocolSigner['group']
}): string {
  return `${signer.firstName} ${signer.lastName}`.trim() || signer.email || (signer.group?.name ?? '')
}

const toldFields = [
  'name',
  // Whom the certificate names: of a seal, not who put it there.
  'signedAs',
  'signerGroupName',
  'email',
  'from',
  'to',
  'members',
  'title',
  'fields',
  'quality',
  // How someone was identified, and by which number the provider can be asked.
  'provider',
  'level',
  'legislation',
  'evidenceId',
  'message',
  'reason',
  'error',
  'type',
  'sha256',
]

/** What an event's data says to people, in one line; ids and what is elsewhere in the protocol are left out. */
export function eventDetail(event: ProtocolEvent, protocol: Pick<Protocol, 'documents'>): string {
  // A correction has a line for each value.
  if (event.type === 'changed') return ''
  const documents = [event.data.documents, event.data.documentId]
    .flat()
    .map((entry) => documentName(entry, protocol))
  const { identification } = event.data
  const data = { ...(typeof identification === 'object' ? identification : {}), ...event.data }
  const told = toldFields.map((field) => data[field]).flat()
  const parts = [...told, ...documents].filter((part) => typeof part === 'string' && part !== '')
  return [...new Set(parts)].map((part) => isolate(String(part))).join(' · ')
}

function documentName(entry: unknown, protocol: Pick<Protocol, 'documents'>): unknown {
  const id = typeof entry === 'object' && entry !== null && 'documentId' in entry ? entry.documentId : entry
  return protocol.documents.find((document) => document.id === id)?.name
}

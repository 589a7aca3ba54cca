import { findLogo } from '#api/business/businesses/logo-repository.ts'
import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { find } from '#api/signing/signature-requests/repository.ts'
import type { Signature, SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { listSignerNumbers } from '#api/signing/signer-numbers/repository.ts'
import {
  composeProtocol,
  type Protocol,
  type ProtocolBusiness,
  type ProtocolRequest,
  type ProtocolSigner,
} from './protocol.ts'
import { listDocuments } from './protocol-repository.ts'
import { listSignedPictures } from '#api/signing/signing/repository.ts'
import { withValues } from '#api/evidence/committed-value.ts'
import { type EventReader, findValues, withoutFailureReason } from '#api/evidence/list-events.ts'
import { listForRequest } from '#api/evidence/repository.ts'

/** What a reader may see of the signatures: those that are named, or all of them. */
export interface Readable {
  readonly values: EventReader['readable']
  readonly numbers: EventReader['readable']
}

/** Reads the whole protocol in one view of the database, so that events and states belong together. */
export async function gatherProtocol(
  context: Context,
  requestId: string,
  readable: Readable = { values: [], numbers: [] },
): Promise<Protocol> {
  const hasNumber = ({ id }: Signature) => readable.numbers === 'all' || readable.numbers.includes(id)
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const request = await find(tx, requestId)
      if (!request) throw new Refusal('not_found')
      const documents = await listDocuments(tx, requestId)
      const events = await listForRequest(tx, requestId)
      const values = await findValues(tx, requestId, events, readable.values)
      const numbers = await listSignerNumbers(tx, requestId)
      const pictures = await listSignedPictures(tx, requestId)
      return composeProtocol({
        madeAt: context.now(),
        verifyAt: new URL('/verify', context.config.publicUrl).href,
        request: told(request),
        business: await findBusiness(tx, request.owner.id),
        documents,
        signers: request.signatures.map((signature) => ({
          ...signer(signature),
          mobile: hasNumber(signature) ? mobileOf(signature, numbers) : null,
          pictures: pictures.get(signature.id) ?? [],
        })),
        observers: request.observers.map(({ email }) => email),
        attachments: request.attachments.map(({ id, name, size, sha256 }) => ({ id, name, size, sha256 })),
        events: events.map((event) => ({
          ...event,
          data: withValues(readable.values === 'all' ? event.data : withoutFailureReason(event), values),
          hash: event.hash.toString('hex'),
        })),
      })
    })
}

async function findBusiness(db: Reader, ownerId: string): Promise<ProtocolBusiness | null> {
  const business = await findBusinessOf(db, ownerId)
  if (!business) return null
  const { id, name, logo } = business
  return { name, logo: logo && (await findLogo(db, id, logo.hash)) }
}

// Field by field: a request also holds what nobody is told, the signers' links for one.
function told(request: SignatureRequest): ProtocolRequest {
  const { id, title, message, status, quality, legislation, owner } = request
  const { createdAt, initiatedAt, completedAt, expiresAt } = request
  return {
    id,
    title,
    message,
    status,
    quality,
    legislation,
    owner: { id: owner.id, name: owner.name, email: owner.email },
    createdAt,
    initiatedAt,
    completedAt,
    expiresAt,
  }
}

/** The number that the sender gave, or the signer. */
function mobileOf(
  { id, email, group, mobile }: Signature,
  numbers: Awaited<ReturnType<typeof listSignerNumbers>>,
): string | null {
  const person = group?.settledBy ?? id
  const own = numbers.find((one) => one.personId === person && one.email === email)?.mobile ?? null
  return mobile ?? own
}

function signer(signature: Signature): Omit<ProtocolSigner, 'signatures' | 'pictures' | 'mobile'> {
  const { id, accountId, email, status, signedAt } = signature
  const { firstName, lastName } = namesOf(signature)
  const group = signature.group && {
    name: signature.group.name,
    members: signature.group.members.map((member) => member.email),
  }
  return { id, accountId, firstName, lastName, email, status, signedAt, group }
}

/** The name that a signature was made under; until then the one that the sender gave. */
function namesOf({ firstName, lastName, signedName }: Signature): { firstName: string; lastName: string } {
  const given = { firstName: firstName ?? '', lastName: lastName ?? '' }
  if (!signedName || signedName === `${given.firstName} ${given.lastName}`.trim()) return given
  const [first = '', ...rest] = signedName.split(' ')
  return { firstName: first, lastName: rest.join(' ') }
}

import { createHash } from 'node:crypto'
import { fromPem } from '#api/platform/values/pem.ts'
import { digestFile, type EvidenceFile, type FileEvent, type FileHead } from './evidence-file.ts'
import { digestRoot, leafOf } from './heads.ts'
import { rootOfPath } from './merkle-tree.ts'
import { type ChainBreak, type ChainedEvent, verifyChain } from './verify-chain.ts'
import { wrongValues } from './verify-values.ts'
import { type Anchors, type SignatureProblem, verifySignature } from './verify-signature.ts'

export interface FileBreak {
  /** What of the file it is about: `event 3`, `head of 2026-…`, `file`. */
  readonly where: string
  readonly kind:
    | ChainBreak['kind']
    /** It is at another position than its number says, or appears twice. */
    | 'reordered'
    /** The signature of the file does not cover it. */
    | 'added'
    /** It is another request's. */
    | 'other_request'
    /** The head is not among those that were signed. */
    | 'head_replaced'
    | SignatureProblem['kind']
  readonly message: string
}

export interface FileReport {
  readonly requestId: string
  readonly madeAt: string
  readonly events: number
  /** How many of the hourly signatures name this request. */
  readonly heads: number
  /** What the time-stamps say of when these events were there, the earliest first. */
  readonly stamped: readonly { readonly seq: number; readonly time: Date }[]
  /** Whose signatures and time-stamps these are: the certificates they lead to. */
  readonly anchors: Anchors
  readonly breaks: readonly FileBreak[]
}

/**
 * Checks a request's evidence by the file alone: each hash, the chain, and the service's signatures over its heads.
 * `trusted`: certificates, DER, from another source than the file, those of the service's own signatures apart from the time-stamp
 * authorities': anyone may have a certificate of an authority that others trust, too. Without them those that the file carries are
 * taken, which shows that it is whole, and not who made it. `requestId`: of which request it has to be.
 */
export function verifyEvidenceFile(
  file: EvidenceFile,
  given: { readonly trusted?: Anchors; readonly requestId?: string | undefined } = {},
): FileReport {
  const anchors = anchorsFor(file, given.trusted)
  const ordered = file.events.toSorted((a, b) => a.event.seq - b.event.seq)
  const signed = verifySignature(
    {
      name: 'The file',
      signature: Buffer.from(file.signature, 'base64'),
      digest: digestFile(file),
      takenAt: new Date(file.madeAt),
    },
    anchors,
  )
  const heads = file.heads.map((head) => verifyHead(file.requestId, head, anchors))
  const verdicts = [...heads, { seq: file.head.seq, breaks: at('file', signed.problems), ...signed }]
  return {
    requestId: file.requestId,
    madeAt: file.madeAt,
    events: file.events.length,
    heads: file.heads.length,
    stamped: verdicts.flatMap(({ seq, time }) => (time ? [{ seq, time }] : [])),
    anchors: {
      signer: distinct(verdicts.flatMap(({ anchors: { signer } }) => signer)),
      timestamp: distinct(verdicts.flatMap(({ anchors: { timestamp } }) => timestamp)),
    },
    breaks: [
      ...checkRequest(file, given.requestId),
      ...checkOrder(file.events),
      ...checkChain(file, ordered),
      ...verdicts.flatMap(({ breaks }) => breaks),
      ...checkAnchors(file, given.trusted),
    ],
  }
}

function anchorsFor({ anchors }: EvidenceFile, trusted: Anchors | undefined): Anchors {
  if (trusted) return trusted
  return { signer: anchors.signer.flatMap(fromPem), timestamp: anchors.timestamp.flatMap(fromPem) }
}

function checkRequest(file: EvidenceFile, wanted: string | undefined): FileBreak[] {
  if (wanted === undefined || wanted === file.requestId) return []
  const message = `The file is of the request ${file.requestId}, not of ${wanted}`
  return [{ where: 'file', kind: 'other_request', message }]
}

function checkOrder(events: readonly FileEvent[]): FileBreak[] {
  return events.flatMap(({ event }, index) => {
    const before = events[index - 1]?.event.seq ?? 0
    if (event.seq > before) return []
    const message =
      event.seq === before
        ? `Event ${event.seq} is there twice`
        : `Event ${event.seq} follows event ${before}`
    return [{ where: `event ${event.seq}`, kind: 'reordered' as const, message }]
  })
}

/** A file carries no other certificates than its signatures lead to: another one was put there later. */
function checkAnchors(file: EvidenceFile, trusted: Anchors | undefined): FileBreak[] {
  if (!trusted) return []
  const carried = anchorsFor(file, undefined)
  const unknown = (kind: keyof Anchors) => {
    const known = new Set(trusted[kind].map(fingerprint))
    return carried[kind].map(fingerprint).filter((one) => !known.has(one))
  }
  return [...new Set([...unknown('signer'), ...unknown('timestamp')])].map((one) => ({
    where: 'anchors',
    kind: 'not_trusted',
    message: `The file carries a certificate that is not among those you named (SHA-256 ${one})`,
  }))
}

/** In the order of their numbers: what is out of order is one finding, not one for each neighbour too. */
function checkChain(
  { requestId, heads, head, values = [] }: EvidenceFile,
  ordered: readonly FileEvent[],
): FileBreak[] {
  const strangers = ordered.filter(({ event }) => event.requestId !== requestId)
  const unique = ordered.filter(({ event }, index) => event.seq !== ordered[index - 1]?.event.seq)
  return [
    ...strangers.map(({ event }) => ({
      where: `event ${event.seq}`,
      kind: 'other_request' as const,
      message: `Event ${event.seq} is of the request ${event.requestId}`,
    })),
    ...unique
      .filter(({ event }) => event.seq > head.seq)
      .map(({ event }) => ({
        where: `event ${event.seq}`,
        kind: 'added' as const,
        message: `Event ${event.seq} comes after the last one that was signed`,
      })),
    ...distinctBreaks([
      ...verifyChain(requestId, unique.map(chained), [...heads, head]),
      ...wrongValues(
        requestId,
        unique.map(chained),
        values.map(({ salt, ...one }) => ({ ...one, salt: Buffer.from(salt, 'base64') })),
      ),
    ]),
  ]
}

/** Where several heads name what is missing, the newest says it. */
function distinctBreaks(breaks: readonly ChainBreak[]): FileBreak[] {
  const found = breaks.map(({ seq, kind, message }) => ({ where: `event ${seq}`, kind, message }))
  return [...new Map(found.map((one) => [`${one.where} ${one.kind}`, one])).values()]
}

function chained({ event, hash, previousHash }: FileEvent): ChainedEvent {
  return {
    ...event,
    at: new Date(event.at),
    hash: Buffer.from(hash, 'hex'),
    previousHash: Buffer.from(previousHash, 'hex'),
  }
}

function verifyHead(requestId: string, head: FileHead, anchors: Anchors) {
  const { seq, takenAt, index, size, path } = head
  const where = `head of ${takenAt}`
  const name = `The heads signed at ${takenAt}`
  const hashes = path.map((hash) => Buffer.from(hash, 'hex'))
  const root = rootOfPath(leafOf(requestId, head), { index, size, path: hashes })
  if (!root) {
    const message = `${name} cannot have this request's among them`
    return {
      seq,
      time: undefined,
      anchors: nobody,
      breaks: [{ where, kind: 'head_replaced' as const, message }],
    }
  }
  const digest = digestRoot(
    { root, size, takenAt: new Date(takenAt) },
    Buffer.from(head.previousDigest, 'hex'),
  )
  const signature = Buffer.from(head.signature, 'base64')
  const verdict = verifySignature({ name, signature, digest, takenAt: new Date(takenAt) }, anchors)
  return { seq, time: verdict.time, anchors: verdict.anchors, breaks: at(where, verdict.problems) }
}

const nobody: Anchors = { signer: [], timestamp: [] }

function at(where: string, problems: readonly SignatureProblem[]): FileBreak[] {
  return problems.map((problem) => ({ where, ...problem }))
}

/** The SHA-256 of a certificate, as tools show it. */
export function fingerprint(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex')
}

function distinct(certificates: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(certificates.map((der) => [fingerprint(der), der])).values()]
}

import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { printableLine } from '#api/platform/values/printable-line.ts'
import { canonical, isCanonicalText } from './canonical-json.ts'
import type { CommittedValue } from './committed-value.ts'
import { type EventContent, hashedText } from './event.ts'
import type { Inclusion } from './heads.ts'

// A request's evidence for a reader who has nothing but this file: docs/evidence.md describes it field by field.

export const evidenceFormat = 'countersign-evidence/1'

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits, in lower case'))
const Time = z.iso.datetime({ precision: 3 })
const Count = z.int().check(z.minimum(0))
const Bytes = z.base64()
const Certificates = z.array(z.string())
const members = z.record(z.string(), z.json())

const FileEvent = z.strictObject({
  event: z.strictObject({
    requestId: z.string(),
    seq: Count,
    type: z.string(),
    at: Time,
    actor: members,
    data: members,
  }),
  previousHash: Hash,
  hash: Hash,
})
const FileHead = z.strictObject({
  seq: Count,
  hash: Hash,
  takenAt: Time,
  index: Count,
  size: Count,
  // A tree of 2^64 leaves is no deeper.
  path: z.array(Hash).check(z.maxLength(64)),
  previousDigest: Hash,
  signature: Bytes,
})
const FileValue = z.strictObject({
  commitment: Hash,
  salt: Bytes,
  value: z.union([z.string(), z.boolean()]),
})
const EvidenceFile = z.strictObject({
  format: z.literal(evidenceFormat),
  requestId: z.string(),
  madeAt: Time,
  events: z.array(FileEvent),
  heads: z.array(FileHead),
  /** The last event as it was when the file was made. */
  head: z.strictObject({ seq: Count, hash: Hash }),
  signature: Bytes,
  anchors: z.strictObject({ signer: Certificates, timestamp: Certificates }),
  /** What events have a commitment of. Left out: nothing, or it was deleted, or taken out before the file was passed on. */
  values: z.optional(z.array(FileValue)),
})
export type EvidenceFile = z.infer<typeof EvidenceFile>
export type FileEvent = z.infer<typeof FileEvent>
export type FileHead = z.infer<typeof FileHead>

/** What the service signs of a file: the head stands for all events. */
export function digestFile(file: {
  readonly requestId: string
  readonly madeAt: string
  readonly head: { readonly seq: number; readonly hash: string }
}): Buffer {
  const { requestId, madeAt, head } = file
  const covered = { format: evidenceFormat, head, madeAt, requestId }
  return createHash('sha256').update(canonical(covered)).digest()
}

export interface FileParts {
  readonly requestId: string
  readonly madeAt: Date
  readonly events: readonly (EventContent & { readonly previousHash: Buffer; readonly hash: Buffer })[]
  readonly heads: readonly (Inclusion & {
    readonly seq: number
    readonly hash: string
    readonly takenAt: Date
    readonly previousDigest: Buffer
    readonly signature: Buffer
  })[]
  readonly head: { readonly seq: number; readonly hash: string }
  readonly signature: Buffer
  readonly values: readonly Pick<CommittedValue, 'commitment' | 'salt' | 'value'>[]
  /** PEM. */
  readonly anchors: { readonly signer: readonly string[]; readonly timestamp: readonly string[] }
}

/** The file's text: canonical JSON, each event as it was hashed and on a line of its own. */
export function writeEvidenceFile(parts: FileParts): string {
  const values = parts.values.map(({ commitment, salt, value }) =>
    canonical({ commitment, salt: salt.toString('base64'), value }),
  )
  const events = parts.events.map(
    (event) =>
      `{"event":${hashedText(event)},"hash":"${hex(event.hash)}","previousHash":"${hex(event.previousHash)}"}`,
  )
  const heads = parts.heads.map(({ path, takenAt, previousDigest, signature, ...head }) =>
    canonical({
      ...head,
      path: path.map(hex),
      takenAt: takenAt.toISOString(),
      previousDigest: hex(previousDigest),
      signature: signature.toString('base64'),
    }),
  )
  return `{
"anchors":${canonical(parts.anchors)},
"events":[
${events.join(',\n')}
],
"format":${canonical(evidenceFormat)},
"head":${canonical(parts.head)},
"heads":[${heads.map((head) => `\n${head}`).join(',')}
],
"madeAt":${canonical(parts.madeAt.toISOString())},
"requestId":${canonical(parts.requestId)},
"signature":${canonical(parts.signature.toString('base64'))}${
    values.length > 0 ? `,\n"values":[${values.map((value) => `\n${value}`).join(',')}\n]` : ''
  }
}
`
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** It is none, or its text does not say what it seems to. */
export class NotAnEvidenceFile extends Error {
  override name = 'NotAnEvidenceFile'
  constructor(message: string, options?: ErrorOptions) {
    super(printableLine(message), options)
  }
}

export function readEvidenceFile(text: string): EvidenceFile {
  const given = parse(text)
  const { success, data, error } = z.safeParse(EvidenceFile, given)
  if (!success) {
    const [issue] = error.issues
    throw new NotAnEvidenceFile(
      `This is no evidence file of the form ${evidenceFormat}: ${issue?.path.join('.') || 'all of it'}: ${issue?.message}`,
    )
  }
  if (!isExact(text, given))
    throw new NotAnEvidenceFile(
      'The text is not canonical JSON (RFC 8785): another program has written it, or a member appears twice. ' +
        'Check the file as it was downloaded.',
    )
  return data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new NotAnEvidenceFile(`This is no JSON: ${(error as Error).message}`, { cause: error })
  }
}

function isExact(text: string, given: unknown): boolean {
  try {
    return isCanonicalText(text, given)
  } catch {
    // Too deep, or a lone surrogate.
    return false
  }
}

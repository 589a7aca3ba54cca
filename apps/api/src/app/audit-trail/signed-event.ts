import * as z from 'zod/mini'

/** What the signer filled in. */
const FilledField = z.object({
  id: z.string(),
  label: z.string(),
  type: z.string(),
  value: z.nullable(z.union([z.string(), z.boolean()])),
})
export type FilledField = z.infer<typeof FilledField>

/** What a 'signed' event keeps of each document: which version came out, and with which certificate and time. */
const SignedDocument = z.object({
  documentId: z.string(),
  versionId: z.string(),
  sha256: z.string(),
  certificateSubject: z.string(),
  certificateSerial: z.string(),
  certificateIssuer: z.string(),
  timestampTime: z.string(),
  fieldName: z.string(),
  fields: z.optional(z.array(FilledField)),
})
export type SignedDocument = z.infer<typeof SignedDocument>

const SignedEventData = z.object({
  signatureId: z.string(),
  signingId: z.optional(z.string()),
  /** The level it was signed at: it may be higher than the request requires. */
  quality: z.optional(z.string()),
  legislation: z.optional(z.string()),
  /** Whom the certificate names: of a seal the organisation. */
  signedAs: z.optional(z.string()),
  /** The identity verification that it rests on. */
  identification: z.optional(
    z.object({
      provider: z.string(),
      evidenceId: z.optional(z.string()),
      identifiedAt: z.optional(z.string()),
    }),
  ),
  documents: z.array(SignedDocument),
})

export type SignedEvent = z.infer<typeof SignedEventData>

/** The data of a 'signed' event; null where an event is none or says less. */
export function readSignedEvent(event: {
  readonly type: string
  readonly data: unknown
}): SignedEvent | null {
  if (event.type !== 'signed') return null
  const parsed = z.safeParse(SignedEventData, event.data)
  return parsed.success ? parsed.data : null
}

import * as z from 'zod/mini'
import type { ProtocolEvent } from './protocol.ts'

/** One value that a correction changed. */
export interface Correction {
  /** Whose, where it is a signer's. */
  readonly signer: string | null
  readonly signatureId: string | null
  readonly documentId: string | null
  readonly fieldId: string | null
  readonly label: string | null
  /** Of a field, or a signer's part in a document. */
  readonly kind: 'added' | 'removed' | 'changed'
  readonly name: string
  /** Left out by events of earlier releases, which say only that it was changed. */
  readonly before?: unknown
  readonly after?: unknown
}

const Changes = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))
const Kind = z._default(z.enum(['added', 'removed', 'changed']), 'changed')
const ChangedField = z.object({ id: z.string(), label: z.string(), kind: Kind, changes: Changes })
const ChangedDocument = z.object({
  documentId: z.string(),
  kind: Kind,
  changes: Changes,
  fields: z.array(ChangedField),
})
const ChangedSigner = z.object({
  signatureId: z.string(),
  email: z.string(),
  fields: z.array(z.string()),
  changes: z._default(Changes, {}),
  documents: z._default(z.array(ChangedDocument), []),
})
const CorrectionData = z.object({
  fields: z.array(z.string()),
  changes: z._default(Changes, {}),
  signers: z._default(z.array(ChangedSigner), []),
})

/** What a `changed` event says was there before and is there now, value by value. */
export function correctionsIn({ type, data }: Pick<ProtocolEvent, 'type' | 'data'>): Correction[] {
  if (type !== 'changed') return []
  const { success, data: read } = z.safeParse(CorrectionData, data)
  if (!success) return []
  const own = read.fields.filter((name) => name !== 'signers')
  return [...named(own, read.changes, nobody), ...read.signers.flatMap(ofSigner)]
}

const nobody = {
  signer: null,
  signatureId: null,
  documentId: null,
  fieldId: null,
  label: null,
  kind: 'changed' as const,
}

function ofSigner(signer: z.infer<typeof ChangedSigner>): Correction[] {
  const of = { ...nobody, signer: signer.email, signatureId: signer.signatureId }
  const own = signer.fields.filter((name) => name !== 'documents' || signer.documents.length === 0)
  const documents = signer.documents.flatMap(({ documentId, kind, changes, fields }) => [
    ...(Object.keys(changes).length === 0 && fields.length === 0
      ? [{ ...of, documentId, kind, name: 'document' }]
      : named(Object.keys(changes), changes, { ...of, documentId, kind })),
    ...fields.flatMap(({ id, label, kind: kindOfField, changes: ofField }) =>
      named(Object.keys(ofField), ofField, {
        ...of,
        documentId,
        fieldId: id,
        label,
        kind: kindOfField,
      }),
    ),
  ])
  return [...named(own, signer.changes, of), ...documents]
}

function named(
  names: readonly string[],
  changes: z.infer<typeof Changes>,
  of: Omit<Correction, 'name'>,
): Correction[] {
  return names.map((name) => ({ ...of, name, ...changes[name] }))
}

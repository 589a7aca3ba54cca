import type { Event } from '@countersign/contract/signature-request-shapes.ts'
import { textIn } from './event-facts.ts'

type Data = Event['data']

export type ChangeKind = 'added' | 'removed' | 'changed'

/** One value that a correction changed. */
export interface Change {
  readonly key: string
  readonly field: string
  /** Whose, where it is a signer's. */
  readonly of: string | null
  /** The document it is in, where it is a field or a signature field. */
  readonly documentId: string | null
  /** Of a field. */
  readonly label: string | null
  readonly kind: ChangeKind
  /** Null where there was nothing; both left out where it is only known that something changed. */
  readonly before?: unknown
  readonly after?: unknown
}

/** What a correction changed, with what was there before. */
export function changesIn({ type, data }: Event): Change[] {
  if (type !== 'changed') return []
  const own = named(textsIn(data['fields']), data, nobody).filter(({ field }) => field !== 'signers')
  return [...own, ...listIn(data['signers']).flatMap(ofSigner)].map((change, index) => ({
    ...change,
    key: String(index),
  }))
}

const nobody = { key: '', of: null, documentId: null, label: null, kind: 'changed' } as const

function ofSigner(signer: Data): Change[] {
  const of = { ...nobody, of: textIn(signer, 'email') }
  const documents = listIn(signer['documents'])
  const own = textsIn(signer['fields']).filter((field) => field !== 'documents' || documents.length === 0)
  return [
    ...named(own, signer, of),
    ...documents.flatMap((document) =>
      ofDocument(document, { ...of, documentId: textIn(document, 'documentId') }),
    ),
  ]
}

function ofDocument(document: Data, of: Omit<Change, 'field'>): Change[] {
  const fields = listIn(document['fields'])
  const own = Object.keys(Object(document['changes']))
  const whole = { ...of, kind: kindOf(document) }
  return [
    ...(own.length === 0 && fields.length === 0
      ? [{ ...whole, field: 'document' }]
      : named(own, document, whole)),
    ...fields.flatMap((field) =>
      named(Object.keys(Object(field['changes'])), field, {
        ...of,
        label: textIn(field, 'label'),
        kind: kindOf(field),
      }),
    ),
  ]
}

function named(fields: readonly string[], data: Data, of: Omit<Change, 'field'>): Change[] {
  const changes = (data['changes'] ?? {}) as Record<string, { before?: unknown; after?: unknown }>
  return fields.map((field) => ({ ...of, field, ...changes[field] }))
}

function kindOf({ kind }: Data): ChangeKind {
  return kind === 'added' || kind === 'removed' ? kind : 'changed'
}

const listIn = (value: unknown): Data[] => (Array.isArray(value) ? (value as Data[]) : [])
const textsIn = (value: unknown): string[] => listIn(value).map(String)

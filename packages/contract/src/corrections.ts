import type { Event } from './signature-request-shapes.ts'

// Without schemas: the web app uses it as it is.

/** One value that a correction of a sent request changed. */
export interface Correction {
  /** The email of the signer whose it is; null where it is the request's. */
  readonly signer: string | null
  readonly signatureId: string | null
  /** The document it is in, where it is a field or a signature field. */
  readonly documentId: string | null
  readonly fieldId: string | null
  /** Of a field. */
  readonly label: string | null
  /** Of a field, or a signer's part in a document. */
  readonly kind: 'added' | 'removed' | 'changed'
  readonly name: string
  /** Null where there was nothing. Both left out by events of earlier releases, which say only that it was changed. */
  readonly before?: unknown
  readonly after?: unknown
}

type Data = Event['data']

/** What a `changed` event says was there before and is there now, value by value. Its data is open: what isn't there is null. */
export function correctionsIn({ type, data }: { readonly type: string; readonly data: Data }): Correction[] {
  if (type !== 'changed') return []
  const own = textsIn(data['fields']).filter((name) => name !== 'signers')
  return [...named(own, data, nobody), ...listIn(data['signers']).flatMap(ofSigner)]
}

const nobody: Omit<Correction, 'name'> = {
  signer: null,
  signatureId: null,
  documentId: null,
  fieldId: null,
  label: null,
  kind: 'changed',
}

function ofSigner(signer: Data): Correction[] {
  const of = { ...nobody, signer: textOf(signer['email']), signatureId: textOf(signer['signatureId']) }
  const documents = listIn(signer['documents'])
  const own = textsIn(signer['fields']).filter((name) => name !== 'documents' || documents.length === 0)
  return [...named(own, signer, of), ...documents.flatMap((document) => ofDocument(document, of))]
}

function ofDocument(document: Data, signer: Omit<Correction, 'name'>): Correction[] {
  const of = { ...signer, documentId: textOf(document['documentId']) }
  const whole = { ...of, kind: kindOf(document) }
  const [own, fields] = [namesIn(document), listIn(document['fields'])]
  return [
    ...(own.length === 0 && fields.length === 0
      ? [{ ...whole, name: 'document' }]
      : named(own, document, whole)),
    ...fields.flatMap((field) =>
      named(namesIn(field), field, {
        ...of,
        fieldId: textOf(field['id']),
        label: textOf(field['label']),
        kind: kindOf(field),
      }),
    ),
  ]
}

function named(names: readonly string[], data: Data, of: Omit<Correction, 'name'>): Correction[] {
  const changes = changesOf(data)
  return names.map((name) => ({ ...of, name, ...changes[name] }))
}

const changesOf = (data: Data) =>
  Object(data['changes']) as Readonly<Record<string, Pick<Correction, 'before' | 'after'>>>
const namesIn = (data: Data): string[] => Object.keys(changesOf(data))

const kindOf = ({ kind }: Data): Correction['kind'] =>
  kind === 'added' || kind === 'removed' ? kind : 'changed'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const listIn = (value: unknown): Data[] => (Array.isArray(value) ? (value as Data[]) : [])
const textsIn = (value: unknown): string[] => listIn(value).map(String)

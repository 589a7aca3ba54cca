import type { Draft, DraftSigner } from './draft.ts'

// The parts that two versions of a draft are put together by.

/** A part that is one thing: changed here and there means a choice. */
export type Part =
  | { readonly kind: 'title' | 'message' | 'quality' | 'expiry' | 'mailFiles' | 'documentOrder' | 'order' }
  | { readonly kind: 'signer'; readonly signer: string }
  | { readonly kind: 'field'; readonly signer: string; readonly documentId: string }
  /** Filled in beside the signature. */
  | { readonly kind: 'signerField'; readonly signer: string; readonly id: string }

export type Side = 'mine' | 'theirs'
/** The choices that were made, by the id of the part. */
export type Choices = Readonly<Record<string, Side>>

export function partId(part: Part): string {
  if (part.kind === 'signer') return `signer ${part.signer}`
  if (part.kind === 'field') return `field ${part.signer} ${part.documentId}`
  if (part.kind === 'signerField') return `signerField ${part.signer} ${part.id}`
  return part.kind
}

export type Three<Value> = readonly [Value, Value, Value]
export type Decision = <Value>(part: Part, sides: Three<Value>) => Value
export type Sides = Three<Draft>
export type People = ReadonlyMap<string, DraftSigner>

/** The same person on every side: by the service's id, or by the page's own while it has none. */
export function idOf(signer: DraftSigner): string {
  return signer.sid ?? signer.key
}

export function peopleOf(draft: Draft): People {
  return new Map(draft.signers.map((signer) => [idOf(signer), signer]))
}

/** The same of each side. */
export function ofEach<From, To>([was, here, there]: Three<From>, of: (side: From) => To): Three<To> {
  return [of(was), of(here), of(there)]
}

/**
 * Decides what a signer has somewhere; nothing counts too. Of someone who is new or was removed on a side, it was decided
 * with the person.
 */
export function decideForSigner<Value>(
  [, mine, theirs]: Three<People>,
  part: Extract<Part, { signer: string }>,
  values: Three<Value | undefined>,
  decide: Decision,
): Value | null {
  const [was, here, there] = ofEach(values, (value) => value ?? null)
  const isOnBoth = mine.has(part.signer) && theirs.has(part.signer)
  return isOnBoth ? decide<Value | null>(part, [was, here, there]) : (here ?? there)
}

import { canonicalEmail } from '@countersign/contract/email.ts'
import type { Document, DocumentTag } from '@countersign/contract/documents.ts'
import { withField, withSigner } from '../drafts/change-draft.ts'
import type { Draft, DraftField, DraftSigner } from '../drafts/draft.ts'
import { fieldOf, isPlaced } from '../drafts/draft.ts'
import { isCertified } from '../fields/own-signature-fields.ts'
import type { Place } from './field-movement.ts'
import { type FoundInput, isFilledThere, withInput } from './found-inputs.ts'

/** A place a document names itself: a signature field of the PDF, or a text tag, for a signature or for a field. */
export interface FoundPlace {
  readonly id: string
  readonly documentId: string
  readonly page: number
  /** The field's name, or the tag as it is written. */
  readonly name: string
  readonly kind: 'field' | 'tag'
  /** What is filled in there; null: it is for a signature. */
  readonly input: FoundInput | null
  readonly place: Place
  /** Whom the tag names: the place in the list of people from 1, or an email. */
  readonly number: number | null
  readonly email: string | null
}

export type TagsOfDocuments = ReadonlyMap<string, readonly DocumentTag[]>

/** What the documents name and the draft does not have yet. */
export function foundPlaces(
  draft: Draft,
  documents: readonly Document[],
  tags: TagsOfDocuments,
): FoundPlace[] {
  const all = documents.flatMap((document) => [
    ...fieldsOf(document),
    // A certified document takes nothing at its tags.
    ...(isCertified(document) ? [] : (tags.get(document.id) ?? [])).map((tag, index) =>
      tagPlace(document.id, tag, index),
    ),
  ])
  return all.filter((found) => !isAnswered(draft, found))
}

/** Someone signs there, or the person who could has a place in the document already. */
function isAnswered(draft: Draft, found: FoundPlace): boolean {
  if (found.input) return draft.signerFields.some((one) => isFilledThere(one, found))
  if (draft.fields.some((field) => isTaken(field, found))) return true
  const hasPlace = (key: string) => fieldOf(draft, key, found.documentId) !== undefined
  if (found.kind === 'tag') return hasPlace(namedBy(draft, found.number, found.email))
  return draft.signers.length > 0 && draft.signers.every(({ key }) => hasPlace(key))
}

function fieldsOf({ id, signature_fields }: Document): FoundPlace[] {
  const free = signature_fields.filter(({ signed }) => !signed)
  return free.flatMap(({ name, positions }) =>
    positions.slice(0, 1).map(({ page, x, y, width, height }) => ({
      id: `field ${id} ${name}`,
      documentId: id,
      page: Number(page),
      name,
      kind: 'field' as const,
      input: null,
      place: { x, y, width, height },
      number: null,
      email: null,
    })),
  )
}

function tagPlace(
  documentId: string,
  { text, type, number, email, position, ...field }: DocumentTag,
  index: number,
): FoundPlace {
  const { page, x, y, width, height } = position
  const place = { x, y, width, height }
  const of = { id: `tag ${documentId} ${index}`, documentId, page: Number(page) }
  const { label, required, multiline, options } = field
  const input = type === 'SIGNATURE' ? null : { type, label, required, multiline, options }
  return { ...of, name: text, kind: 'tag', input, place, number, email }
}

function isTaken(field: DraftField, found: FoundPlace): boolean {
  if (field.documentId !== found.documentId) return false
  if (!isPlaced(field)) return found.kind === 'field' && field.formField === found.name
  const { x, y } = field.place
  return field.page === found.page && x === found.place.x && y === found.place.y
}

/** Who signs at each place, by its id: a signer's key, `+` and an email for someone to be added, or nothing. */
export type PlaceChoices = Readonly<Record<string, string>>

/** Whom the tag names, as far as that is known; a field of the PDF is for the person who has no place in the document yet. */
export function suggestedChoices(draft: Draft, found: readonly FoundPlace[]): PlaceChoices {
  const choices: Record<string, string> = {}
  const taken = new Set<string>()
  function choose({ id, documentId, input }: FoundPlace, who: string) {
    if (input) {
      choices[id] = who
      return
    }
    // One place a document for each: the second is for the person who decides.
    choices[id] = taken.has(`${documentId} ${who}`) ? '' : who
    taken.add(`${documentId} ${who}`)
  }
  for (const tag of found.filter(({ kind }) => kind === 'tag'))
    choose(tag, namedBy(draft, tag.number, tag.email))
  for (const field of found.filter(({ kind }) => kind === 'field')) {
    const { documentId } = field
    const isFree = ({ key }: DraftSigner) =>
      !taken.has(`${documentId} ${key}`) && !fieldOf(draft, key, documentId)
    choose(field, draft.signers.find(isFree)?.key ?? '')
  }
  return choices
}

function namedBy({ signers }: Draft, number: number | null, email: string | null): string {
  if (number !== null) return signers[number - 1]?.key ?? ''
  const known = signers.find((signer) => canonicalEmail(signer.email) === email)
  return known?.key ?? `+${email}`
}

/** Places chosen for someone who has another one in the same document by the same choices. */
export function chosenTwice(found: readonly FoundPlace[], choices: PlaceChoices): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { id, documentId, input } of found) {
    const who = choices[id] ?? ''
    if (who === '' || input) continue
    if (seen.has(`${documentId} ${who}`)) twice.add(id)
    seen.add(`${documentId} ${who}`)
  }
  return twice
}

/** Puts each person where the choices say; `add` makes someone who is not among the people yet. */
export function withFoundPlaces(
  draft: Draft,
  found: readonly FoundPlace[],
  choices: PlaceChoices,
  add: (email: string) => DraftSigner,
  typeName: (type: FoundInput['type']) => string,
): Draft {
  const added = new Map<string, string>()
  return found.reduce((current, { id, documentId, page, place, kind, name, input }) => {
    const who = choices[id] ?? ''
    if (who === '') return current
    let next = current
    let signerKey = added.get(who) ?? who
    if (who.startsWith('+') && !added.has(who)) {
      const signer = add(who.slice(1))
      next = withSigner(next, signer)
      signerKey = signer.key
      added.set(who, signerKey)
    }
    const of = { signerKey, documentId }
    if (input)
      return withInput(next, { ...of, page, place }, { ...input, label: input.label ?? typeName(input.type) })
    return withField(
      next,
      kind === 'field' ? { ...of, formField: name } : { ...of, page, place, formField: null },
    )
  }, draft)
}

import { isSameMailbox } from '@countersign/contract/email.ts'
import type { Draft, DraftField, DraftSigner, OfSigner } from './draft.ts'
import { isPlaced } from './draft.ts'
import type { Choices, Decision, Part, People, Sides, Three } from './merge-parts.ts'
import { decideForSigner, idOf, ofEach, partId, peopleOf } from './merge-parts.ts'
import { mergeSignerFields } from './merge-signer-fields.ts'
import { orderedPosition } from '../fields/signer-fields.ts'

/**
 * Two people, or two tabs, that change the same draft: what only one of them changed is taken from that one, part by
 * part. What both changed, each in another way, is a conflict, and a choice of one of them for that part.
 */

export interface MergeResult {
  /** Where no choice was made yet, with what is here. */
  readonly draft: Draft
  /** Parts that both changed. */
  readonly conflicts: readonly Part[]
  /** Parts that were changed elsewhere alone, and are taken over. */
  readonly taken: readonly Part[]
}

/** `base` is what both began with, as the service had it; `theirs` what it has now. */
export function mergeDrafts(base: Draft, own: Draft, theirs: Draft, choices: Choices = {}): MergeResult {
  const mine = recognised(base, own, theirs)
  const conflicts: Part[] = []
  const taken: Part[] = []
  /** Decides one part, by what it says. */
  function decide<Value>(part: Part, [was, here, there]: readonly [Value, Value, Value]): Value {
    if (says(there) === says(was) || says(there) === says(here)) return here
    if (says(here) === says(was)) {
      taken.push(part)
      return there
    }
    conflicts.push(part)
    return choices[partId(part)] === 'theirs' ? there : here
  }
  const sides: Sides = [base, mine, theirs]
  const of = <Key extends keyof Draft>(key: Key) => ofEach(sides, (side) => side[key])
  // What was on a document that one removed went with it: that is nothing to tell of, nor to choose between.
  const documentIds = mergedList(of('documentIds'), (lists) => decide({ kind: 'documentOrder' }, lists))
  const people = mergePeople(sides, documentIds, decide)
  const fields = mergeFields(sides, people, documentIds, decide)
  const signerFields = mergeSignerFields(sides, people, documentIds, decide)
  const expiresOn = decide({ kind: 'expiry' }, of('expiresOn'))
  const draft: Draft = {
    title: decide({ kind: 'title' }, of('title')),
    message: decide({ kind: 'message' }, of('message')),
    expiresOn,
    expiresAt: (theirs.expiresOn === expiresOn ? theirs : own).expiresAt,
    mailFiles: decide({ kind: 'mailFiles' }, of('mailFiles')),
    ...decide({ kind: 'quality' }, ofEach(sides, levelOf)),
    ...mergeOrder(sides, people, decide),
    documentIds,
    fields,
    signerFields,
  }
  return { draft, conflicts, taken }
}

/**
 * Someone new here who is new there too is one person and not two: both added them, or the answer to one's own save was
 * lost on its way.
 */
function recognised(base: Draft, mine: Draft, theirs: Draft): Draft {
  const old = new Set([...base.signers, ...mine.signers].map(idOf))
  const unknown = theirs.signers.filter((signer) => !old.has(idOf(signer)))
  if (unknown.length === 0) return mine
  return {
    ...mine,
    signers: mine.signers.map((signer) => {
      const at = signer.sid ? -1 : unknown.findIndex((one) => isSamePerson(one, signer))
      const [found] = at < 0 ? [] : unknown.splice(at, 1)
      return found ? { ...signer, sid: found.sid } : signer
    }),
  }
}

function isSamePerson(a: DraftSigner, b: DraftSigner): boolean {
  if (a.group || b.group) return a.group?.id === b.group?.id
  return isSameMailbox(a.email, b.email)
}

/** Spaces around or doubled are no change: the service takes them away. */
function says(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'string' ? one.trim().replace(/[ \t]+/g, ' ') : one,
  )
}

function levelOf({ quality, legislation }: Draft) {
  return { quality, legislation }
}

/** What is on every side, in the order `decide` says, among what is new on one of them. What one removed is gone. */
function mergedList(
  [was, here, there]: Three<readonly string[]>,
  decide: (orders: Three<string[]>) => string[],
): string[] {
  const kept = here.filter((id) => there.includes(id) || !was.includes(id))
  const added = there.filter((id) => !was.includes(id) && !here.includes(id))
  const everywhere = (list: readonly string[]) =>
    list.filter((id) => was.includes(id) && here.includes(id) && there.includes(id))
  return arranged([...kept, ...added], decide(ofEach([was, here, there], everywhere)))
}

/** Those the order names stand as it says, in the places they have among the rest. */
function arranged(ids: readonly string[], order: readonly string[]): string[] {
  const named = new Set(order)
  const next = order.filter((id) => ids.includes(id)).values()
  return ids.map((id) => (named.has(id) ? (next.next().value ?? id) : id))
}

/** Who signs, by id: those here in their order, then those who were added elsewhere. */
function mergePeople(sides: Sides, documentIds: readonly string[], decide: Decision): People {
  const [was, here, there] = ofEach(sides, peopleOf)
  const merged = new Map<string, DraftSigner>()
  const isKept = (documentId: string) => documentIds.includes(documentId)
  for (const id of new Set([...here.keys(), ...there.keys(), ...was.keys()])) {
    const isOnBoth = here.has(id) && there.has(id)
    const words = (side: Draft) => {
      const person = side.signers.find((one) => idOf(one) === id)
      if (!person) return null
      const signs = person.signs && person.signs.filter(isKept)
      return { ...wordsOf(person), signs, places: isOnBoth ? [] : placesOf(side, person, isKept) }
    }
    const said = decide({ kind: 'signer', signer: id }, ofEach(sides, words))
    const known = here.get(id) ?? there.get(id) ?? was.get(id)
    if (!said || !known) continue
    const { places: _, ...person } = said
    const named = [there.get(id), known].find((one) => one?.nameParts && one.name === person.name)
    const { notify: _known, ...rest } = known
    merged.set(id, { ...rest, ...person, ...(named?.nameParts && { nameParts: named.nameParts }) })
  }
  return merged
}

function wordsOf({ name, email, mobile, language, notify }: DraftSigner) {
  return { name, email, mobile, language, ...(notify === false && { notify }) }
}

/** Where one side removed someone, what the other did with their places counts: it is a conflict, and not lost. */
function placesOf(side: Draft, { key }: DraftSigner, isKept: (documentId: string) => boolean) {
  const counts = (one: OfSigner) => one.signerKey === key && isKept(one.documentId)
  return [
    ...side.fields.filter(counts).map(withoutSigner),
    ...side.signerFields.filter(counts).map(({ field }) => field),
  ]
}

function mergeOrder(sides: Sides, people: People, decide: Decision): Pick<Draft, 'signers' | 'inOrder'> {
  const each = ofEach(sides, peopleOf)
  const everywhere = (id: string) => people.has(id) && each.every((side) => side.has(id))
  const orderOf = ({ inOrder, signers }: Draft) => ({
    inOrder,
    turns: signers.filter((one) => everywhere(idOf(one))).map((one) => ({ id: idOf(one), turn: one.turn })),
  })
  const order = decide({ kind: 'order' }, ofEach(sides, orderOf))
  const turns = new Map(order.turns.map(({ id, turn }) => [id, turn]))
  const sorted = arranged([...people.keys()], [...turns.keys()])
  return {
    inOrder: order.inOrder,
    signers: sorted.flatMap((id) => {
      const signer = people.get(id)
      return signer ? [{ ...signer, turn: turns.get(id) ?? signer.turn }] : []
    }),
  }
}

/** Always in one order, so that the same place says the same. */
function withoutSigner(field: DraftField) {
  const { documentId, formField } = field
  if (!isPlaced(field)) return { documentId, formField }
  const { x, y, width, height } = field.place
  const { page, rotation, further = [] } = field
  return {
    ...{ documentId, formField, page, place: { x, y, width, height } },
    ...(rotation ? { rotation } : {}),
    ...(further.length > 0 ? { further: further.map(orderedPosition) } : {}),
  }
}

function mergeFields(
  sides: Sides,
  people: People,
  documentIds: readonly string[],
  decide: Decision,
): DraftField[] {
  const fields = ofEach(sides, fieldsOf)
  const each = ofEach(sides, peopleOf)
  return [...people].flatMap(([id, { key }]) =>
    documentIds.flatMap((documentId): DraftField[] => {
      const places = ofEach(fields, (side) => side.get(`${id} ${documentId}`))
      const place = decideForSigner(each, { kind: 'field', signer: id, documentId }, places, decide)
      return place ? [{ ...place, signerKey: key } as DraftField] : []
    }),
  )
}

type PlaceWithoutSigner = ReturnType<typeof withoutSigner>

function fieldsOf(side: Draft): ReadonlyMap<string, PlaceWithoutSigner> {
  const ids = new Map(side.signers.map((signer) => [signer.key, idOf(signer)]))
  return new Map(
    side.fields.map((field) => [`${ids.get(field.signerKey)} ${field.documentId}`, withoutSigner(field)]),
  )
}

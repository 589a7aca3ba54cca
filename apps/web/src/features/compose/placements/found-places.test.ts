import type { Document, DocumentTag } from '@countersign/contract/documents.ts'
import { expect, it } from 'vitest'
import { aRequest } from '#web/testing/signature-request.ts'
import type { Draft } from '../drafts/draft.ts'
import { draftOf, fieldOf } from '../drafts/draft.ts'
import { chosenTwice, foundPlaces, suggestedChoices, withFoundPlaces } from './found-places.ts'
import { newSigner } from '../people/new-signer.ts'

const position = { page: '1', x: 10, y: 20, width: 180, height: 60 }
const tag = (change: Partial<DocumentTag>): DocumentTag => ({
  text: '{{s1}}',
  type: 'SIGNATURE',
  number: 1,
  email: null,
  label: null,
  required: false,
  multiline: false,
  options: [],
  position,
  ...change,
})
const lease: Document = {
  id: 'lease',
  parent_id: null,
  name: 'Lease.pdf',
  title: 'Lease',
  content_type: 'application/pdf',
  size: 1,
  sha256: '',
  page_count: 2,
  page_width: 595,
  page_height: 842,
  pages: [],
  signature_fields: [
    { name: 'Landlord', signed: false, positions: [{ ...position, y: 500 }] },
    { name: 'Earlier', signed: true, positions: [position] },
    { name: 'Unseen', signed: false, positions: [] },
  ],
  form_fields: [],
  form_problem: null,
  scripts_removed: false,
  seed_value_fields: [],
  created_at: '2026-11-20T09:00:00Z',
}
const name = (type: string) => type.toLowerCase()
const anna = newSigner({ name: 'Anna', email: 'anna@example.org' }, 'en')
const ben = newSigner({ name: 'Ben', email: 'Ben@example.org' }, 'en')
const draft: Draft = { ...draftOf(aRequest(), ''), documentIds: ['lease'], signers: [anna, ben], fields: [] }
const tags = new Map([
  [
    'lease',
    [
      tag({}),
      tag({
        text: '[[sign:ben@example.org]]',
        number: null,
        email: 'ben@example.org',
        position: { ...position, y: 90 },
      }),
      tag({
        text: '[[sign:carla@example.org]]',
        number: null,
        email: 'carla@example.org',
        position: { ...position, y: 160 },
      }),
      tag({ text: '{{s9}}', number: 9, position: { ...position, y: 230 } }),
    ],
  ],
])

it('the page offers the free fields and the tags of a document, each for whom it names', () => {
  const found = foundPlaces(draft, [lease], tags)
  const choices = suggestedChoices(draft, found)
  expect(found.map(({ id, name, kind }) => [name, kind, choices[id]])).toEqual([
    // Everybody has a place by the tags.
    ['Landlord', 'field', ''],
    ['{{s1}}', 'tag', anna.key],
    ['[[sign:ben@example.org]]', 'tag', ben.key],
    ['[[sign:carla@example.org]]', 'tag', '+carla@example.org'],
    ['{{s9}}', 'tag', ''],
  ])
})

it('of a certified document, the page offers the free signature fields and none of the tags', () => {
  const certified = { ...lease, form_problem: 'certified' as const }
  expect(foundPlaces(draft, [certified], tags).map(({ name }) => name)).toEqual(['Landlord'])
})

it('the page puts the people there, adds whom nobody had named, and offers what is left', () => {
  const found = foundPlaces(draft, [lease], tags)
  const carla = newSigner({ email: 'carla@example.org' }, 'en')
  const taken = withFoundPlaces(draft, found, suggestedChoices(draft, found), () => carla, name)
  expect(taken.signers.map(({ email }) => email)).toEqual([anna.email, ben.email, carla.email])
  expect(fieldOf(taken, anna.key, 'lease')).toMatchObject({ formField: null, page: 1, place: { y: 20 } })
  expect(fieldOf(taken, carla.key, 'lease')).toMatchObject({ page: 1, place: { x: 10, y: 160 } })
  expect(foundPlaces(taken, [lease], tags).map(({ name }) => name)).toEqual(['{{s9}}'])
})

it('the page gives a field of the PDF to the person who has no place yet', () => {
  const found = foundPlaces(draft, [lease], new Map())
  const placed = withFoundPlaces(draft, found, suggestedChoices(draft, found), () => anna, name)
  expect(fieldOf(placed, anna.key, 'lease')).toMatchObject({ formField: 'Landlord' })
})

it('the page asks no more once those it could be for have their place, wherever that is', () => {
  const elsewhere = (signerKey: string) => ({
    signerKey,
    documentId: 'lease',
    page: 0,
    place: { x: 5, y: 5, width: 180, height: 60 },
    formField: null,
  })
  const placed = { ...draft, fields: [anna, ben].map(({ key }) => elsewhere(key)) }
  expect(foundPlaces(placed, [lease], tags).map(({ name }) => name)).toEqual([
    '[[sign:carla@example.org]]',
    '{{s9}}',
  ])
})

it('the page tells of someone who would sign a document twice', () => {
  const found = foundPlaces(draft, [lease], tags)
  const everywhere = Object.fromEntries(found.map(({ id }) => [id, anna.key]))
  expect(chosenTwice(found, everywhere).size).toBe(4)
  expect(chosenTwice(found, suggestedChoices(draft, found)).size).toBe(0)
})

it('the page makes a field of each tag for one, as many as a signer is asked for', () => {
  const asked = [
    tag({ text: '{{date:1:Born*}}', type: 'DATE', label: 'Born', required: true }),
    tag({ text: '{{lines:1}}', type: 'TEXT', multiline: true, position: { ...position, y: 90 } }),
    tag({
      ...{ text: '{{dropdown:carla@example.org:Room:N|S}}', type: 'DROPDOWN', options: ['N', 'S'] },
      ...{ number: null, email: 'carla@example.org', position: { ...position, y: 160 } },
    }),
  ]
  const ofInputs = new Map([['lease', asked]])
  const document = { ...lease, signature_fields: [] }
  const found = foundPlaces(draft, [document], ofInputs)
  const choices = suggestedChoices(draft, found)
  expect(Object.values(choices)).toEqual([anna.key, anna.key, '+carla@example.org'])
  expect(chosenTwice(found, choices).size).toBe(0)
  const carla = newSigner({ email: 'carla@example.org' }, 'en')
  const taken = withFoundPlaces(draft, found, choices, () => carla, name)
  expect(taken.signerFields).toMatchObject([
    { signerKey: anna.key, field: { type: 'DATE', label: 'Born', required: true, pattern: null, position } },
    { signerKey: anna.key, field: { type: 'TEXT', label: 'text', multiline: true, pattern: 'text' } },
    { signerKey: carla.key, field: { type: 'DROPDOWN', options: [{ value: 'N' }, { value: 'S' }] } },
  ])
  expect(taken.fields).toEqual([])
  expect(foundPlaces(taken, [document], ofInputs)).toEqual([])
})

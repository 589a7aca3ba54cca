import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type KnownNames, unknownFields } from './unknown-fields.ts'

const place = z.object({ page: z.string() })
const body = z.object({
  title: z.optional(z.string()),
  looks: z._default(
    z.array(z.nullable(z.union([z.object({ position: place }), z.object({ field: z.string() })]))),
    [],
  ),
  more: z.record(z.string(), z.unknown()),
  anything: z.unknown(),
})
const namesIn = (given: unknown, known?: KnownNames) =>
  unknownFields(body, given, known).map(({ field }) => field)

test('a name is unknown at the place where it stands', () => {
  expect(namesIn({ title: 'x', looks: [null, { position: { page: '0' } }] })).toEqual([])
  expect(namesIn({ tittle: 'x', looks: [{ position: { page: '0', pag: 1 } }] })).toEqual([
    'tittle',
    'looks.0.position.pag',
  ])
})

test('a name is unknown at its own place, whichever of the forms has the object that it is in', () => {
  const forms = z.union([
    z.object({ positions: z.array(place) }),
    z.object({ position: place }),
    z.object({ field: z.string() }),
  ])
  const look = z.object({ look: forms })
  const namesOf = (given: unknown) => unknownFields(look, { look: given }).map(({ field }) => field)
  expect(namesOf({ position: { page: '0', pag: 1 } })).toEqual(['look.position.pag'])
  expect(namesOf({ positions: [{ page: '0' }, { page: '0', pag: 1 }] })).toEqual(['look.positions.1.pag'])
})

test('of two forms one is meant, and what belongs to the other is not dropped', () => {
  expect(namesIn({ looks: [{ position: { page: '0' }, field: 'Sig' }] })).toEqual(['looks.0.field'])
  expect(
    unknownFields(body, { looks: [{ position: { page: '0' }, field: 'Sig', tittle: 1 }] }),
  ).toMatchObject([
    { field: 'looks.0.field', message: 'Can’t be combined with the other fields given here' },
    { field: 'looks.0.tittle', message: 'This field is unknown here' },
  ])
})

test('what may hold any names holds any', () => {
  expect(namesIn({ more: { a: { b: 1 } }, anything: { c: 1 } })).toEqual([])
})

test('a name that only the answer has is known where the answer has it, and nowhere else', () => {
  const answered = z.object({ id: z.string(), looks: z.array(z.object({ taken: z.boolean() })) })
  expect(namesIn({ id: '1', looks: [{ field: 'Sig', taken: true }] }, { answered })).toEqual([])
  expect(namesIn({ taken: true, looks: [{ field: 'Sig', id: '1' }] }, { answered })).toEqual([
    'taken',
    'looks.0.id',
  ])
})

test('a name that is known as null says nothing, and is unknown with a value', () => {
  const nullNames = new Set(['id', 'field'])
  const nothing = { id: null, looks: [{ position: { page: '0' }, field: null, id: [] }] }
  expect(namesIn(nothing, { nullNames })).toEqual([])
  expect(namesIn({ ...nothing, id: '', tittle: null }, { nullNames })).toEqual(['id', 'tittle'])
})

test('of an object that may be a text as well, no name is dropped', () => {
  const either = z.object({ who: z.union([z.string(), z.object({ email: z.string() })]) })
  expect(unknownFields(either, { who: { email: 'a', emial: 'b' } })).toMatchObject([{ field: 'who.emial' }])
  expect(unknownFields(either, { who: 'a' })).toEqual([])
  const open = z.object({
    query: z.union([z.string(), z.object({ a: z.string() }), z.record(z.string(), z.string())]),
  })
  expect(unknownFields(open, { query: { any: 'name' } })).toEqual([])
})

test('names of every object are none of the schema', () => {
  expect(namesIn(JSON.parse('{"__proto__": {}, "constructor": 1, "toString": 1}'))).toEqual([
    '__proto__',
    'constructor',
    'toString',
  ])
})

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { unknownFields } from './unknown-fields.ts'

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
const namesIn = (given: unknown, answered?: z.ZodMiniType) =>
  unknownFields(body, given, answered).map(({ field }) => field)

test('a name is unknown at the place where it stands', () => {
  expect(namesIn({ title: 'x', looks: [null, { position: { page: '0' } }] })).toEqual([])
  expect(namesIn({ tittle: 'x', looks: [{ position: { page: '0', pag: 1 } }] })).toEqual([
    'tittle',
    'looks.0.position.pag',
  ])
})

test('of two forms one is meant, and what belongs to the other is not dropped', () => {
  expect(namesIn({ looks: [{ position: { page: '0' }, field: 'Sig' }] })).toEqual(['looks.0.field'])
})

test('what may hold any names holds any', () => {
  expect(namesIn({ more: { a: { b: 1 } }, anything: { c: 1 } })).toEqual([])
})

test('a name that only the answer has is known where the answer has it, and nowhere else', () => {
  const answer = z.object({ id: z.string(), looks: z.array(z.object({ taken: z.boolean() })) })
  expect(namesIn({ id: '1', looks: [{ field: 'Sig', taken: true }] }, answer)).toEqual([])
  expect(namesIn({ taken: true, looks: [{ field: 'Sig', id: '1' }] }, answer)).toEqual([
    'taken',
    'looks.0.id',
  ])
})

test('names of every object are none of the schema', () => {
  expect(namesIn(JSON.parse('{"__proto__": {}, "constructor": 1, "toString": 1}'))).toEqual([
    '__proto__',
    'constructor',
    'toString',
  ])
})

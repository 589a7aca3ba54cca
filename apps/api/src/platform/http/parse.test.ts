import { login } from '@countersign/contract/sessions.ts'
import { Base64, GivenDate, Id, wholeNumber } from '@countersign/contract/values.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Refusal } from '#api/platform/refusal.ts'
import { parse } from './parse.ts'

function refusalOf(given: unknown): Refusal {
  try {
    parse(login.body, given, 'body')
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('it was taken')
}

test('each wrong field is named with what is wrong about it', () => {
  expect(refusalOf({ email: 1 })).toMatchObject({
    key: 'validation.failed',
    fields: [
      { field: 'email', code: 'wrong_type' },
      { field: 'password', code: 'required' },
    ],
  })
  expect(refusalOf({ email: 'x@y', password: '' }).fields?.map((field) => field.message)).toEqual([
    'Please enter a valid email',
    'This field is required',
  ])
})

test('a value of another type, a list of another length and a text of another form are told what they should be', () => {
  const body = z.object({
    page: z.string(),
    x: z.number(),
    sequence: z.int(),
    notify: z.boolean(),
    tags: z.array(z.string()),
    place: z.object({}),
    positions: z.array(z.string()).check(z.minLength(1)),
    documents: z.array(z.string()).check(z.maxLength(1)),
    content: Base64,
    id: Id,
    start_date: GivenDate,
    scale: wholeNumber(1, 9),
  })
  const given = {
    ...{ page: 0, x: '1', sequence: 1.5, notify: 'false', tags: 'a', place: 'b', positions: [] },
    ...{ documents: ['a', 'b'], content: '#', id: 'a', start_date: '30.11.2026', scale: '' },
  }
  let refusal: unknown
  try {
    parse(body, given, 'body')
  } catch (error) {
    refusal = error
  }
  const fields = (refusal as Refusal).fields?.map(({ field, message }) => [field, message])
  expect(Object.fromEntries(fields ?? [])).toEqual({
    page: 'Must be a string',
    x: 'Must be a number',
    sequence: 'Must be a whole number',
    notify: 'Must be true or false',
    tags: 'Must be a list',
    place: 'Must be an object',
    positions: 'Must have at least 1 entry',
    documents: 'Must have at most 1 entry',
    content: 'Must be base64',
    id: 'Must be a UUID',
    start_date: 'Must be a date such as 2026-11-27',
    scale: 'Must be a whole number',
  })
})

test('what was given is not repeated in the refusal: it may be a password', () => {
  expect(JSON.stringify(refusalOf({ email: 'secret-word', password: 12345 }))).not.toMatch(
    /secret-word|12345/,
  )
})

test.each([null, [], 'text', 7])('a body that is no object is refused: %j', (given) => {
  expect(refusalOf(given).key).toBe('validation.failed')
})

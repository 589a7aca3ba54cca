import { login } from '@countersign/contract/sessions.ts'
import { expect, test } from 'vitest'
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

test('what was given is not repeated in the refusal: it may be a password', () => {
  expect(JSON.stringify(refusalOf({ email: 'secret-word', password: 12345 }))).not.toMatch(
    /secret-word|12345/,
  )
})

test.each([null, [], 'text', 7])('a body that is no object is refused: %j', (given) => {
  expect(refusalOf(given).key).toBe('validation.failed')
})

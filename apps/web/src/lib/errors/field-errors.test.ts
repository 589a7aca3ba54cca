import { setupI18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { Email, line } from '@countersign/contract/values.ts'
import { CallError } from '../calls/call-error.ts'
import { codeOfIssue, describeIssue, fieldsOf } from './field-errors.ts'

function firstCode(
  schema: { safeParse: (value: unknown) => { error?: { issues: readonly object[] } } },
  value: unknown,
) {
  return codeOfIssue(schema.safeParse(value).error?.issues[0] ?? {}, value)
}

describe('what is wrong with a field', () => {
  it('tells missing from too long from wrong', () => {
    expect(firstCode(line(5, 1), '  ')).toBe('required')
    expect(firstCode(line(5, 1), 'abcdef')).toBe('too_long')
    expect(firstCode(line(5, 1), 'a\u0000')).toBe('invalid')
    expect(firstCode(Email, 'a..b@example.com')).toBe('email')
  })
  it('takes the fields that the api named, wherever they are', () => {
    const fields = [
      { field: 'body.email', code: 'invalid_format', message: '' },
      { field: 'password', code: 'too_common', message: '' },
      { field: '/signatures/0/name', code: 'too_big', message: '' },
    ]
    const failure = new CallError({ key: 'validation.failed', status: 400, message: '', fields })
    expect(fieldsOf(failure)).toEqual({
      email: 'email',
      password: 'too_common',
      'signatures.0.name': 'too_long',
    })
  })
  it('is nothing for a failure that names none', () => {
    expect(fieldsOf(new Error('x'))).toEqual({})
  })
})

it('a text that is too long says how long it is and may be', () => {
  const i18n = setupI18n({
    locale: 'en',
    messages: { en: { 'field.longer_than': [['count'], ' of ', ['most']], 'field.too_long': 'too long' } },
  })
  const issue = { code: 'too_big', maximum: 2048 }
  expect(describeIssue(issue, 'a'.repeat(5000), i18n)).toBe('5000 of 2048')
  expect(describeIssue(issue, ['a', 'b'], i18n)).toBe('too long')
})

import type { I18n, MessageDescriptor } from '@lingui/core'
import { CallError } from './call-error.ts'

/** What is wrong with a field: the browser's own checks, and the codes that the api answers. */
export const fieldWording = {
  required: /*i18n*/ { id: 'field.required', message: 'This field is required' },
  email: /*i18n*/ { id: 'field.email', message: 'Please enter a valid email' },
  too_long: /*i18n*/ { id: 'field.too_long', message: 'This is too long' },
  invalid: /*i18n*/ { id: 'field.invalid', message: 'Invalid format' },
  accept: /*i18n*/ { id: 'field.accept', message: 'Please accept this to go on' },
  too_short: /*i18n*/ { id: 'field.too_short', message: 'The password needs at least 10 characters' },
  too_common: /*i18n*/ {
    id: 'field.too_common',
    message: 'This password is easy to guess. Make it longer or less common',
  },
  contains_personal_data: /*i18n*/ {
    id: 'field.contains_personal_data',
    message: 'The password must not contain your name or e-mail',
  },
} satisfies Record<string, MessageDescriptor>

export type FieldCode = keyof typeof fieldWording

export function describeField(code: FieldCode, i18n: I18n): string {
  return i18n._(fieldWording[code])
}

interface Issue {
  code?: string | undefined
  path?: readonly PropertyKey[] | undefined
  format?: string
  minimum?: unknown
  message?: string
}

/** Reads a Zod issue; `value` tells what is missing from what is wrong. */
export function codeOfIssue(issue: Issue, value: unknown): FieldCode {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return 'required'
  if (issue.code === 'too_big') return 'too_long'
  if (issue.message === 'Please enter a valid email' || issue.path?.at(-1) === 'email') return 'email'
  return 'invalid'
}

/** The fields that the api named, each with its code: path in the body -> code. Empty where it named none. */
export function fieldsOf(failure: unknown): Record<string, FieldCode> {
  if (!(failure instanceof CallError)) return {}
  const named = failure.fields.map(({ field, code }) => {
    const path = field
      .replace(/^(body|query|params)[./]/, '')
      .replace(/^\//, '')
      .replaceAll('/', '.')
    return [path, knownCode(code, path)] as const
  })
  return Object.fromEntries(named)
}

function knownCode(code: string, path: string): FieldCode {
  if (Object.hasOwn(fieldWording, code)) return code as FieldCode
  if (code === 'too_big') return 'too_long'
  if (code === 'too_small') return 'required'
  return path.endsWith('email') ? 'email' : 'invalid'
}

import type { I18n } from '@lingui/core'
import { CallError } from '../calls/call-error.ts'

/** What can be wrong with a field: the browser's own checks, and the codes that the api answers. */
export const fieldCodes = [
  'required',
  'email',
  'too_long',
  'longer_than',
  'invalid',
  'contains_link',
  'accept',
  'too_short',
  'too_common',
  'contains_personal_data',
] as const
export type FieldCode = (typeof fieldCodes)[number]

export function describeField(code: FieldCode, i18n: I18n): string {
  const id = `field.${code}`
  return i18n._(id)
}

/** The same of what a schema found, with how long a text is and may be. */
export function describeIssue(issue: Issue, value: unknown, i18n: I18n): string {
  const code = codeOfIssue(issue, value)
  const isText = code === 'too_long' && typeof value === 'string' && typeof issue.maximum === 'number'
  return isText
    ? i18n._('field.longer_than', { count: value.length, most: issue.maximum })
    : describeField(code, i18n)
}

interface Issue {
  code?: string | undefined
  path?: readonly PropertyKey[] | undefined
  format?: string
  minimum?: unknown
  maximum?: unknown
  message?: string
  params?: Record<string, unknown> | undefined
}

/** Reads a Zod issue; `value` tells what is missing from what is wrong. */
export function codeOfIssue(issue: Issue, value: unknown): FieldCode {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return 'required'
  if (issue.code === 'too_big') return 'too_long'
  if (issue.params?.code === 'contains_link') return 'contains_link'
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
  const known = fieldCodes.find((one) => one === code)
  if (known) return known
  if (code === 'too_big') return 'too_long'
  if (code === 'too_small') return 'required'
  return path.endsWith('email') ? 'email' : 'invalid'
}

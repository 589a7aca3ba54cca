import * as z from 'zod/mini'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { type KnownNames, unknownFields } from './unknown-fields.ts'

/** Reads one part of a request by its schema; what is wrong is named, each field by its path. */
export function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
  part: 'params' | 'query' | 'body',
  known?: KnownNames,
): z.output<Schema> {
  const parsed = z.safeParse(schema, given ?? {}, { reportInput: true })
  // Queries may carry what others add to addresses on the way.
  const unknown = part === 'body' ? unknownFields(schema, given, known) : []
  if (parsed.success && unknown.length === 0) return parsed.data
  // An id in an address that is no id names nothing: the same answer as for one that does not exist.
  if (part === 'params') throw new Refusal('not_found')
  const wrong = parsed.success ? [] : wrongFields(parsed.error.issues)
  throw new Refusal('validation.failed', { fields: [...wrong, ...unknown] })
}

function wrongFields(issues: readonly z.core.$ZodIssue[]): WrongField[] {
  return issues.flatMap((issue): WrongField[] => {
    if (issue.code === 'invalid_union') {
      // The branch that got furthest tells most.
      const best = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0]
      if (best?.length)
        return wrongFields(best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })))
    }
    return [{ field: issue.path.map(String).join('.'), code: codeOf(issue), message: messageOf(issue) }]
  })
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length))
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'wrong_type'
  // A rule of ours says which it is.
  const own: unknown = issue.code === 'custom' ? issue.params?.code : undefined
  return typeof own === 'string' ? own : issue.code
}

/** What a value of another type should have been. */
const expected: Readonly<Record<string, string>> = {
  string: 'Must be a string',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
}
/** What a text of another form should have been, where the schema says no more. */
const formats: Readonly<Record<string, string>> = {
  uuid: 'Must be a UUID',
  date: 'Must be a date such as 2026-11-27',
  datetime: 'Must be a date and time such as 2026-11-27T09:30:00Z',
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This field is required'
  if (issue.code === 'invalid_type') return expected[issue.expected] ?? issue.message
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)
    return 'This field is required'
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `You must enter a minimum of ${issue.minimum} characters`
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `You must enter a maximum of ${issue.maximum} characters`
  if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small' && issue.origin === 'array')
    return `Must have at least ${issue.minimum} ${issue.minimum === 1 ? 'entry' : 'entries'}`
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `Must have at most ${issue.maximum} ${issue.maximum === 1 ? 'entry' : 'entries'}`
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `Must be at most ${issue.maximum}`
  if (issue.code === 'invalid_format' && issue.message === 'Invalid input')
    return formats[issue.format] ?? 'Invalid format'
  return issue.message
}

import type * as z from 'zod/mini'

/** What would be right, in the words of an operator; zod's own small build has one sentence for everything. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown: ${issue.keys.join(', ')}`
  if (issue.message !== 'Invalid input') return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `must be there, and be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`
    case 'too_small':
      return `must be at least ${limit(issue.minimum, issue.origin)}`
    case 'too_big':
      return `must be at most ${limit(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an address such as https://host.example' : 'is of another form'
    case 'invalid_union':
      return 'none of the kinds that docs/operating.md names'
    default:
      return 'is of another form'
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list: […]',
  object: 'an object: {…}',
  record: 'an object: {…}',
}

function limit(value: number | bigint, origin: string): string {
  if (origin === 'string') return `${value} ${value === 1 ? 'letter' : 'letters'} long`
  return origin === 'array' ? `${value} ${value === 1 ? 'entry' : 'entries'}` : String(value)
}

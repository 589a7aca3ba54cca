import { isCallError } from '#web/lib/calls/call-error.ts'

export type Problem = 'required' | 'no_font' | 'too_long' | 'invalid' | 'missing' | 'blank'
export type ProblemField = 'name' | 'alias' | 'optionalLine' | 'location' | 'picture'
/** What is wrong, by the field it is beside. */
export type Problems = Partial<Record<ProblemField, Problem>>

const codes: Record<string, Problem> = {
  no_font: 'no_font',
  too_big: 'too_long',
  too_small: 'required',
  required: 'required',
}

/** What the service found wrong with what is typed; a problem of another kind is told as a whole. */
export function problemsOf(failure: unknown): Problems {
  if (!isCallError(failure)) return {}
  const named = failure.fields.map(({ field, code }) => {
    const name = field.split(/[./]/).at(-1) ?? ''
    if (name === 'content' || name === 'image') return ['picture', 'blank'] as const
    return [name, name === 'name' && code === 'blank' ? 'required' : (codes[code] ?? 'invalid')] as const
  })
  return Object.fromEntries(named)
}

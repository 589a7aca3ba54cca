import { describe, expect, it } from 'vitest'
import { CallError } from '#web/lib/calls/call-error.ts'
import { problemsOf } from './problems.ts'

function refused(...fields: { field: string; code: string }[]) {
  const named = fields.map((one) => ({ ...one, message: '' }))
  return new CallError({ key: 'validation.failed', status: 400, message: '', fields: named })
}

describe('what the service found wrong', () => {
  it('is beside its field, wherever in the body it is', () => {
    expect(
      problemsOf(refused({ field: 'name', code: 'no_font' }, { field: 'body.location', code: 'too_big' })),
    ).toEqual({
      name: 'no_font',
      location: 'too_long',
    })
  })

  it('tells a name of spaces from a picture with nothing on it', () => {
    expect(problemsOf(refused({ field: 'name', code: 'blank' }))).toEqual({ name: 'required' })
    expect(problemsOf(refused({ field: 'image.content', code: 'blank' }))).toEqual({ picture: 'blank' })
  })

  it('is nothing of a failure that names no field', () => {
    expect(problemsOf(new CallError({ key: 'network', status: 0, message: '' }))).toEqual({})
    expect(problemsOf(null)).toEqual({})
  })
})

import { expect, it } from 'vitest'
import { factsOf, subjectOf } from './action-facts.ts'

it('the log says what changed from what to what, and leaves out what stayed', () => {
  const data = {
    username: 'api_a',
    before: { description: 'Payroll', scopes: ['members'], part11: { enabled: false } },
    after: { description: 'Wages', scopes: ['members'], part11: { enabled: true }, days: 30 },
  }
  expect(factsOf(data)).toEqual([
    { path: 'username', value: 'api_a' },
    { path: 'description', before: 'Payroll', value: 'Wages' },
    { path: 'part11.enabled', before: 'false', value: 'true' },
    { path: 'days', before: '', value: '30' },
  ])
  expect(factsOf({})).toEqual([])
  expect(factsOf({ handedOverTo: null })).toEqual([{ path: 'handedOverTo', value: '–' }])
})

it('the log names whom it was done to', () => {
  expect(subjectOf({ email: 'anna@example.org', name: 'Anna' })).toBe('Anna')
  expect(subjectOf({ email: 'anna@example.org', name: '' })).toBe('anna@example.org')
  expect(subjectOf({ reason: 'x' })).toBeNull()
})

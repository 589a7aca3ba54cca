import { expect, it } from 'vitest'
import { orNull, undoOf, type Settings } from './attributes.ts'

const before: Settings = {
  lang: 'en',
  timeZone: null,
  mobile: null,
  emailNotificationLevel: 'all',
  defaultLegislation: null,
  defaultQuality: null,
  signerIdentityEmail: null,
  p11SigningName: null,
  p11SigningReason: null,
}

it('an undo takes a change back to what was there', () => {
  const now = { ...before, lang: 'de', mobile: '+41791234567' } as const
  expect(undoOf(before, { lang: 'de', mobile: '+41791234567' }, now)).toEqual({ lang: 'en', mobile: null })
})

it('an undo leaves alone what was changed again since', () => {
  const now = { ...before, lang: 'fr', emailNotificationLevel: 'none' } as const
  expect(undoOf(before, { lang: 'de', emailNotificationLevel: 'none' }, now)).toEqual({
    emailNotificationLevel: 'all',
  })
})

it('an undo has nothing to take back where nothing changed', () => {
  expect(undoOf(before, { lang: 'en' }, before)).toEqual({})
})

it('an undo keeps no blanks', () => {
  expect(orNull('  ')).toBeNull()
  expect(orNull(' Anna ')).toBe('Anna')
})

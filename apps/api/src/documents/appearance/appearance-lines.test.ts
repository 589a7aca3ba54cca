import { expect, test } from 'vitest'
import { appearanceLines, type AppearanceFacts } from './appearance-lines.ts'

const signed: AppearanceFacts = {
  quality: 'SES',
  legislation: null,
  language: 'en',
  name: 'Anna Keller',
  reason: null,
  time: new Date('2026-11-21T10:20:30.400Z'),
  timeZone: 'Europe/Zurich',
  visual: null,
}
const visual = {
  name: 'Anna Keller',
  optionalLine: 'Keller AG',
  location: 'Zürich',
  displayDate: true,
  displayClaim: true,
  displayStandards: true,
  language: 'de',
}
const off = { displayDate: false, displayClaim: false, displayStandards: false }

test('the name alone comes with the standard lines', () => {
  expect(appearanceLines({ ...signed, reason: 'Approved' })).toEqual([
    'Anna Keller',
    'Signed electronically',
    'SES',
    '21 Nov 2026, 11:20 CET',
    'Reason: Approved',
  ])
})

test('the time is the signer’s own, and UTC where their zone is not known', () => {
  const inZone = (timeZone: string | null) => appearanceLines({ ...signed, timeZone })[3]
  expect(inZone('America/New_York')).toBe('21 Nov 2026, 05:20 GMT-5')
  expect(inZone(null)).toBe('21 Nov 2026, 10:20 UTC')
  expect(inZone('Nowhere/Town')).toBe('21 Nov 2026, 10:20 UTC')
})

test('a visual signature has its own lines, in its own language', () => {
  expect(appearanceLines({ ...signed, quality: 'AES_MINIMAL', legislation: 'ZERTES', visual })).toEqual([
    'Anna Keller',
    'Keller AG',
    'Elektronisch unterschrieben',
    'AES · ZertES',
    'Zürich, 21.11.2026, 11:20 MEZ',
  ])
  expect(appearanceLines({ ...signed, visual: { ...visual, ...off, optionalLine: null } })).toEqual([
    'Anna Keller',
    'Zürich',
  ])
})

test('a seal says that it is one, and is no qualified signature', () => {
  const sealed = { ...signed, name: 'Muster AG', sealedBy: 'Anna Keller' }
  expect(appearanceLines({ ...sealed, quality: 'SEAL_QES', legislation: 'EIDAS' })).toEqual([
    'Muster AG',
    'Sealed by Anna Keller',
    'Sealed electronically',
    'Qualified seal · eIDAS',
    '21 Nov 2026, 11:20 CET',
  ])
  const german = { ...sealed, quality: 'SEAL_AES', legislation: 'ZERTES', language: 'de' } as const
  expect(appearanceLines(german)).toEqual([
    'Muster AG',
    'Gesiegelt von Anna Keller',
    'Elektronisch gesiegelt',
    'Fortgeschrittenes Siegel · ZertES',
    '21.11.2026, 11:20 MEZ',
  ])
})

test('a place written from right to left stands apart from the date, which it would turn round', () => {
  const shown = { ...visual, ...off, displayDate: true, optionalLine: null, location: 'حيفا' }
  expect(appearanceLines({ ...signed, visual: shown })).toEqual([
    'Anna Keller',
    'حيفا',
    '21.11.2026, 11:20 MEZ',
  ])
})

test('whatever name it shows, it says who signed; a difference of case or space is none', () => {
  const other = { ...visual, ...off, name: 'Barbara Muster', optionalLine: null, location: null }
  expect(appearanceLines({ ...signed, visual: other })).toEqual([
    'Barbara Muster',
    'Unterschrieben von Anna Keller',
  ])
  expect(appearanceLines({ ...signed, visual: { ...other, name: 'ANNA  KELLER' } })).toEqual(['ANNA  KELLER'])
})

test('where only the parts are decided, the name that is signed is there, in the language of the signer', () => {
  const bare = { ...off, displayDate: true, name: null, optionalLine: null, location: null, language: null }
  expect(appearanceLines({ ...signed, language: 'fr', visual: { ...bare, displayClaim: true } })).toEqual([
    'Anna Keller',
    'Signé électroniquement',
    '21.11.2026 11:20 CET',
  ])
})

test('a demonstration is marked as one, whatever is turned off', () => {
  const quiet = { ...visual, ...off, optionalLine: null, location: null }
  expect(appearanceLines({ ...signed, quality: 'DEMO', visual: quiet })).toEqual([
    'Anna Keller',
    'Demonstration, ohne Rechtswirkung',
  ])
})

test('a regulated record says all that it has to, whatever a visual signature would leave out', () => {
  const part11 = { signatureId: '0191-ab' }
  const record = { ...signed, quality: 'PART11', reason: 'I approve', part11 }
  const lines = ['Reason: I approve', '2026-11-21 11:20:30 +01:00', 'Signature ID: 0191-ab', '21 CFR Part 11']
  expect(appearanceLines(record)).toEqual(['Anna Keller', ...lines])
  const bare = { ...visual, ...off, name: 'A. K.', optionalLine: null, language: 'en' }
  expect(appearanceLines({ ...record, visual: bare })).toEqual(['Anna Keller', 'A. K.', ...lines])
})

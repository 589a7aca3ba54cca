import type { AdvancedQuality, Legislation } from '@countersign/contract/values.ts'
import type { SigningParty } from './port.ts'

const anna = {
  name: 'Anna Müller',
  givenName: 'Anna',
  surname: 'Müller',
  email: 'anna.mueller@example.test',
  country: 'CH',
  mobile: '+41791234567',
}

export const aPerson = (
  quality: AdvancedQuality = 'QES',
  legislation: Legislation = 'ZERTES',
  change: object = {},
): SigningParty => ({ kind: 'person', quality, legislation, person: { ...anna, ...change } })

export const aSeal = (
  quality: AdvancedQuality = 'AES',
  legislation: Legislation = 'ZERTES',
): SigningParty => ({ kind: 'seal', quality, legislation, sealName: 'Muster AG' })

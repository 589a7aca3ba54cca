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
  quality: 'AES' | 'QES' = 'QES',
  legislation: 'ZERTES' | 'EIDAS' = 'ZERTES',
  change: object = {},
): SigningParty => ({ kind: 'person', quality, legislation, person: { ...anna, ...change } })

export const aSeal = (
  quality: 'AES' | 'QES' = 'AES',
  legislation: 'ZERTES' | 'EIDAS' = 'ZERTES',
): SigningParty => ({ kind: 'seal', quality, legislation, sealName: 'Muster AG' })

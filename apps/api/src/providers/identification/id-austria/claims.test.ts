import { expect, test } from 'vitest'
import { stateOf } from './claims.ts'

// The claims as ID Austria documents them.
const claims = {
  iss: 'https://idp.id-austria.gv.at',
  sub: 'RB64P3VMAPKD2S34D7HPMHHWO4BB7OEJ',
  iat: 1795348800,
  given_name: 'Johanna',
  family_name: 'Gruber',
  birthdate: '1983-06-04',
  'urn:pvpgvat:oidc.bpk': 'ZP-MH:KQMY8Sl9WsmBxrYrYOiFS2VkLyo=',
  'urn:pvpgvat:oidc.eid_citizen_qaa_eidas_level': 'http://eidas.europa.eu/LoA/high',
}

test('the person is known by their number, the evidence by the token', () => {
  expect(stateOf(claims, 'token')).toEqual({
    status: 'success',
    evidence: {
      evidenceId: 'PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A',
      level: 'QES',
      legislation: 'EIDAS',
      givenName: 'Johanna',
      surname: 'Gruber',
      birthDate: '1983-06-04',
      country: 'AT',
      document: { kind: 'eid', number: 'ZP-MH:KQMY8Sl9WsmBxrYrYOiFS2VkLyo=', country: 'AT' },
      identifiedAt: new Date('2026-11-22T12:00:00Z'),
    },
  })
})

test('of whom the day of birth is not known, the rest is', () => {
  const { birthdate: _, ...without } = claims
  for (const given of [{ ...claims, birthdate: '1983-00-00' }, without])
    expect(stateOf(given, 'token')).toMatchObject({
      status: 'success',
      evidence: { surname: 'Gruber', birthDate: undefined },
    })
})

test.each(['http://eidas.europa.eu/LoA/substantial', 'http://eidas.europa.eu/LoA/low', 'high', ''])(
  'a level of “%s” is too low',
  (level) => {
    const other = { ...claims, 'urn:pvpgvat:oidc.eid_citizen_qaa_eidas_level': level }
    expect(stateOf(other, 'token')).toEqual({
      status: 'failure',
      failure: { code: 'level_too_low', isRetryable: true },
    })
  },
)

test.each([
  'given_name',
  'family_name',
  'urn:pvpgvat:oidc.bpk',
  'urn:pvpgvat:oidc.eid_citizen_qaa_eidas_level',
])('without %s it says nothing', (claim) => {
  expect(stateOf({ ...claims, [claim]: undefined }, 'token')).toBeUndefined()
  expect(stateOf({ ...claims, [claim]: 7 }, 'token')).toBeUndefined()
})

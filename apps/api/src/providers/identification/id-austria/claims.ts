import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { IdentificationState } from '../port.ts'
import { day, name, short } from '../shapes.ts'

/** The person's number in our area of life (bPK): theirs for good, where `sub` is another each time. */
const bpk = 'urn:pvpgvat:oidc.bpk'
const level = 'urn:pvpgvat:oidc.eid_citizen_qaa_eidas_level'
/** eIDAS art. 8 (2) c. The basic function of ID Austria is less. */
const high = 'http://eidas.europa.eu/LoA/high'

const identity = z.object({
  given_name: name,
  family_name: name,
  birthdate: z.optional(z.unknown()),
  [bpk]: short,
  [level]: z.string(),
  iat: z.number(),
  jti: z.optional(short),
})

/** Who it is, of an ID token that has been checked. Undefined where it does not say so in the documented form. */
export function stateOf(claims: unknown, idToken: string): IdentificationState | undefined {
  const { success, data } = identity.safeParse(claims)
  if (!success) return undefined
  if (data[level] !== high)
    return { status: 'failure', failure: { code: 'level_too_low', isRetryable: true } }
  const evidence = {
    // The token is not kept; by its hash it is known again.
    evidenceId: data.jti ?? createHash('sha256').update(idToken).digest('base64url'),
    level: 'QES',
    legislation: 'EIDAS',
    givenName: data.given_name,
    surname: data.family_name,
    // Of some people the register does not know the day.
    birthDate: day.safeParse(data.birthdate).data,
    // It proves no nationality: as elsewhere, the country is then the issuer's.
    country: 'AT',
    document: { kind: 'eid', number: data[bpk], country: 'AT' },
    identifiedAt: new Date(data.iat * 1000),
  } as const
  return { status: 'success', evidence }
}

import { createHash, randomBytes } from 'node:crypto'

export type Citizen = { givenName: string; surname: string; birthDate: string; level: 'high' | 'substantial' }

/** Test people. The second has the basic function alone, which is not enough for a qualified signature. */
export const citizens: readonly Citizen[] = [
  { givenName: 'Johanna', surname: 'Gruber', birthDate: '1984-06-04', level: 'high' },
  { givenName: 'Eva', surname: 'Wagner', birthDate: '1991-11-23', level: 'substantial' },
]

export type Accounts = {
  /** A new name for them at each sign-in, as the real one does. */
  signIn(citizen: Citizen): string
  claimsOf(account: string): { sub: string; [claim: string]: unknown } | undefined
}

const kept = 1000

export function openAccounts(): Accounts {
  const accounts = new Map<string, Citizen>()
  return {
    signIn: (citizen) => {
      const account = randomBytes(20).toString('hex').toUpperCase()
      accounts.set(account, citizen)
      const [oldest] = accounts.keys()
      if (accounts.size > kept && oldest !== undefined) accounts.delete(oldest)
      return account
    },
    claimsOf: (account) => {
      const citizen = accounts.get(account)
      if (!citizen) return undefined
      const { givenName, surname, birthDate, level } = citizen
      return {
        sub: account,
        given_name: givenName,
        family_name: surname,
        birthdate: birthDate,
        'urn:pvpgvat:oidc.bpk': bpkOf(citizen),
        'urn:pvpgvat:oidc.eid_citizen_qaa_eidas_level': `http://eidas.europa.eu/LoA/${level}`,
      }
    },
  }
}

/** The person's number in one area of life: theirs for good, and of use to nobody else. */
function bpkOf({ givenName, surname, birthDate }: Citizen): string {
  const hash = createHash('sha1').update(`${givenName}/${surname}/${birthDate}`).digest('base64')
  return `ZP-CS:${hash}`
}

import type { Provider } from 'oidc-provider'
import type { FaultBoard } from '../faults/fault-board.ts'
import type { Clients } from './clients.ts'
import type { KeySet } from './key-set.ts'
import { createOpenIdProvider } from './open-id-provider.ts'
import type { Employee, People } from './people.ts'

/** The company's OpenID provider. Anyone who works here may use the company's tools. */
export function createProvider(given: {
  issuer: string
  keys: KeySet
  clients: Clients
  people: People
  faults: FaultBoard
}): Provider {
  const { people, ...common } = given
  const provider = createOpenIdProvider({
    ...common,
    title: "The company's sign-in",
    scope: 'openid email profile',
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'locale'],
    },
    areClaimsInToken: false,
    claimsOf: (id) => {
      const person = people.bySubject(id.replace(unverifiedMark, ''))
      return person && claimsOf(id.startsWith(unverifiedMark) ? { ...person, emailVerified: false } : person)
    },
    party: 'single_sign_on',
  })
  const { prototype } = provider.Client
  const isRegistered = prototype.redirectUriAllowed
  prototype.redirectUriAllowed = function (uri) {
    return isRegistered.call(this, uri.replace(businessPart, ''))
  }
  return provider
}

/** Each business of the product has its own redirect URI below the registered one; nobody registers them here one by one. */
const businessPart = /(?<=\/single-sign-on\/callback)\/[\da-f-]{36}$/

const unverifiedMark = 'unverified:'

/** This person, for one sign-in without a verified email. */
export function unverified(person: Employee): string {
  return unverifiedMark + person.subject
}

function claimsOf(person: Employee) {
  return {
    sub: person.subject,
    email: person.email,
    email_verified: person.emailVerified,
    given_name: person.firstName,
    family_name: person.lastName,
    name: `${person.firstName} ${person.lastName}`.trim(),
    ...(person.locale ? { locale: person.locale } : {}),
  }
}

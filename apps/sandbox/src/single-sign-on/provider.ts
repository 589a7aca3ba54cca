import { Provider } from 'oidc-provider'
import type { FaultBoard } from '../faults/fault-board.ts'
import { spoilToken } from './broken-tokens.ts'
import type { Clients } from './clients.ts'
import type { KeySet } from './key-set.ts'
import { memoryAdapter } from './memory-adapter.ts'
import type { Employee, People } from './people.ts'

const scope = 'openid email profile'
const minute = 60

/** The company's OpenID provider: authorisation code with PKCE, and pushed requests where the client likes them. */
export function createProvider(given: {
  issuer: string
  keys: KeySet
  clients: Clients
  people: People
  faults: FaultBoard
}): Provider {
  const { issuer, keys, clients, people, faults } = given
  const provider = new Provider(issuer, {
    adapter: memoryAdapter(clients),
    jwks: { keys: [keys.signing.jwk] },
    cookies: { keys: [keys.cookieKey] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    responseTypes: ['code'],
    scopes: scope.split(' '),
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'locale'],
    },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: true },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AccessToken: 10 * minute,
      AuthorizationCode: minute,
      IdToken: 10 * minute,
      Interaction: 60 * minute,
      Session: 60 * minute,
      Grant: 60 * minute,
    },
    clientBasedCORS: () => false,
    interactions: { url: (_ctx, { uid }) => `${new URL(issuer).pathname}/sign-in/${uid}` },
    findAccount: (_ctx, id) => {
      const person = people.bySubject(id.replace(unverifiedMark, ''))
      const claims =
        person && claimsOf(id.startsWith(unverifiedMark) ? { ...person, emailVerified: false } : person)
      return claims && { accountId: id, claims: () => claims }
    },
    // Whoever works here may use the company's tools: nobody is asked for consent.
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'text/plain; charset=utf-8'
      ctx.body = `The company's sign-in refused this: ${error}${description ? ` (${description})` : ''}\n`
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    spoilToken(ctx, keys, faults)
  })
  return provider
}

const unverifiedMark = 'unverified:'

/** This person, for one sign-in without a verified e-mail. */
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

import { Provider } from 'oidc-provider'
import type { FaultBoard, Party } from '../faults/fault-board.ts'
import { tamperWithToken } from './broken-tokens.ts'
import type { Clients } from './clients.ts'
import type { KeySet } from './key-set.ts'
import { memoryAdapter } from './memory-adapter.ts'

const minute = 60

export type OpenIdProvider = {
  issuer: string
  /** As its error page calls it. */
  title: string
  keys: KeySet
  clients: Clients
  scope: string
  /** By scope. */
  claims: Record<string, string[]>
  /** Whether all claims are in the ID token, or at the userinfo endpoint alone as the standard has it. */
  areClaimsInToken: boolean
  claimsOf: (account: string) => { sub: string; [claim: string]: unknown } | undefined
  faults: FaultBoard
  party: Party
}

/** An OpenID provider: authorisation code with PKCE, and pushed requests where the client likes them. */
export function createOpenIdProvider(given: OpenIdProvider): Provider {
  const { issuer, title, keys, clients, scope, claims, areClaimsInToken, claimsOf, faults, party } = given
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
    claims: { openid: ['sub'], ...claims },
    conformIdTokenClaims: !areClaimsInToken,
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
      const found = claimsOf(id)
      return found && { accountId: id, claims: () => found }
    },
    // Nobody is asked for consent: who signs in here wants to.
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
      ctx.body = `${title} refused this: ${error}${description ? ` (${description})` : ''}\n`
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    tamperWithToken(ctx, keys, faults, party)
  })
  return provider
}

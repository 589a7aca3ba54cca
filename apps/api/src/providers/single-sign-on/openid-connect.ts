import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildAuthorizationUrlWithPAR,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { identityOf } from './claims.ts'
import { type IdentityProvider, ProviderAnswerInvalid, type SingleSignOn } from './port.ts'
import { failureOf } from './sign-on-failures.ts'

const hour = 3_600_000
const toleratedSeconds = 15
const scope = 'openid email profile'

/** OpenID Connect: authorisation code with PKCE, pushed requests (RFC 9126) where the provider takes them. */
export function openIdConnect({
  timeoutMs = 8000,
  now = () => new Date(),
}: { timeoutMs?: number; now?: () => Date } = {}): SingleSignOn {
  const configurationOf = cached(now, (provider) => discover(provider, timeoutMs))
  return {
    begin: (provider, { codeVerifier, redirectUri, loginHint, state, nonce }) =>
      orFailure(async () => {
        const configuration = await configurationOf(provider)
        const parameters = {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          login_hint: loginHint,
        }
        const isPushed = configuration.serverMetadata().pushed_authorization_request_endpoint !== undefined
        const address = isPushed
          ? await buildAuthorizationUrlWithPAR(configuration, parameters)
          : buildAuthorizationUrl(configuration, parameters)
        return address.href
      }),

    finish: (provider, { redirectUri, query, state, nonce, codeVerifier }) =>
      orFailure(async () => {
        const configuration = await configurationOf(provider)
        const address = new URL(redirectUri)
        address.search = query
        const tokens = await authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new ProviderAnswerInvalid('There is no ID token in the answer')
        // Core § 5.4: what the scopes ask for may be at the userinfo endpoint alone.
        const isElsewhere = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
        const more = isElsewhere ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
        return identityOf({ ...more, ...claims })
      }),
  }
}

async function discover(provider: IdentityProvider, timeoutMs: number): Promise<Configuration> {
  const issuer = new URL(provider.issuer)
  // The signature of the ID token is checked although it came over TLS from the provider itself.
  const execute = [enableNonRepudiationChecks]
  if (issuer.protocol === 'http:') execute.push(allowInsecureRequests)
  const metadata = { client_secret: provider.clientSecret, [clockTolerance]: toleratedSeconds }
  return discovery(issuer, provider.clientId, metadata, clientAuth(provider.clientSecret), {
    execute,
    timeout: timeoutMs / 1000,
    [customFetch]: fetchFrom(issuer),
  })
}

/** Basic, which every provider has to take unless it names others (OpenID Connect Discovery § 3). */
function clientAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    return authenticate(server, client, body, headers)
  }
}

/** Without TLS to the issuer's own origin alone, whatever else its configuration names. */
function fetchFrom(issuer: URL): CustomFetch {
  return (address, options) => {
    const { origin, protocol } = new URL(address)
    if (protocol !== 'https:' && origin !== issuer.origin)
      throw new TypeError(`${origin} is not to be called without TLS`)
    return fetch(address, { ...options, body: options.body ?? null })
  }
}

/** A provider's configuration is asked for once an hour; a failure is not remembered. */
function cached(
  now: () => Date,
  load: (provider: IdentityProvider) => Promise<Configuration>,
): (provider: IdentityProvider) => Promise<Configuration> {
  const kept = new Map<string, { configuration: Promise<Configuration>; until: number }>()
  return (provider) => {
    const key = `${provider.issuer} ${provider.clientId}`
    const entry = kept.get(key)
    if (entry && entry.until > now().getTime()) return entry.configuration
    const configuration = load(provider)
    kept.set(key, { configuration, until: now().getTime() + hour })
    configuration.catch(() => {
      if (kept.get(key)?.configuration === configuration) kept.delete(key)
    })
    return configuration
  }
}

async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}

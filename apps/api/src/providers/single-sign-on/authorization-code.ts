import { createHash } from 'node:crypto'
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
  type IDToken,
} from 'openid-client'
import type { OutgoingRequests } from '#api/providers/outgoing-requests/port.ts'
import { guardedFetch, plainFetch } from './provider-fetch.ts'
import { ProviderAnswerInvalid, type SignOnAnswer, type SignOnSecrets } from './port.ts'
import { failureOf } from './sign-on-failures.ts'

const hour = 3_600_000
/** Businesses choose providers: the configurations of all of them may not fill the memory. */
const mostKept = 500
const toleratedSeconds = 15

/** What a registration at an OpenID provider gave. */
export interface OpenIdClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface AuthorizationStart extends SignOnSecrets {
  readonly redirectUri: string
  readonly state: string
  readonly scope: string
  readonly loginHint?: string | undefined
  readonly isAnew?: boolean | undefined
  /** The address is gone to later, or again: then it is no pushed one, which is good once and for a minute or so. */
  readonly isKept?: boolean | undefined
}

export interface SignedAnswer {
  /** Of the ID token, whose signature, nonce, issuer, audience and times have been checked. */
  readonly claims: IDToken
  readonly idToken: string
  /** The claims, with those that are at the userinfo endpoint alone. */
  more(): Promise<IDToken>
}

/** The authorisation code flow with PKCE, by pushed requests (RFC 9126) where the provider takes them. */
export interface AuthorizationCodeFlow<Client extends OpenIdClient = OpenIdClient> {
  begin(client: Client, exchange: AuthorizationStart): Promise<string>
  finish<T>(client: Client, answer: SignOnAnswer, use: (signed: SignedAnswer) => T | Promise<T>): Promise<T>
}

/** Throws the errors of the single sign-on port, whatever fails. */
export function authorizationCodeFlow({
  outgoingRequests,
  timeoutMs = 8000,
  now = () => new Date(),
}: {
  /** Given for a provider whose endpoints the operator hasn't chosen. */
  outgoingRequests?: OutgoingRequests | undefined
  timeoutMs?: number | undefined
  now?: (() => Date) | undefined
} = {}): AuthorizationCodeFlow {
  const call = outgoingRequests ? guardedFetch(outgoingRequests, timeoutMs) : plainFetch
  const configurationOf = cached(now, (client) => discover(client, call, timeoutMs))
  return {
    begin: (client, { codeVerifier, redirectUri, scope, loginHint, isAnew, isKept, state, nonce }) =>
      orFailure(async () => {
        const configuration = await configurationOf(client)
        const parameters = {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(loginHint === undefined ? {} : { login_hint: loginHint }),
          ...(isAnew ? { prompt: 'login', max_age: '0' } : {}),
        }
        const { pushed_authorization_request_endpoint: pushEndpoint } = configuration.serverMetadata()
        const isPushed = pushEndpoint !== undefined && !isKept
        const address = isPushed
          ? await buildAuthorizationUrlWithPAR(configuration, parameters)
          : buildAuthorizationUrl(configuration, parameters)
        refuseInsecure(client, address)
        return address.href
      }),

    finish: (client, { redirectUri, query, state, nonce, codeVerifier, askedSince }, use) =>
      orFailure(async () => {
        const configuration = await configurationOf(client)
        const address = new URL(redirectUri)
        address.search = query
        const tokens = await authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) throw new ProviderAnswerInvalid('There is no ID token in the answer')
        if (askedSince && !wasAskedSince(claims, askedSince))
          throw new ProviderAnswerInvalid('The provider did not ask the person to sign in again')
        const more = async () =>
          configuration.serverMetadata().userinfo_endpoint
            ? { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
            : claims
        return use({ claims, idToken: tokens.id_token, more })
      }),
  }
}

/** The browser is led there: a discovery document that names a script, or a page without TLS, leads nowhere. */
function refuseInsecure({ issuer }: OpenIdClient, address: URL): void {
  if (address.protocol !== 'https:' && address.origin !== new URL(issuer).origin)
    throw new ProviderAnswerInvalid('The sign-in page has no https address', { problem: 'not_a_provider' })
}

/** Core § 2: with max_age the provider has to say when it asked, in whole seconds. */
function wasAskedSince({ auth_time: askedAt }: IDToken, since: Date): boolean {
  return askedAt !== undefined && askedAt + toleratedSeconds >= Math.floor(since.getTime() / 1000)
}

async function discover(client: OpenIdClient, call: CustomFetch, timeoutMs: number): Promise<Configuration> {
  const issuer = new URL(client.issuer)
  // The signature of the ID token is checked although it came over TLS from the provider itself.
  const execute = [enableNonRepudiationChecks]
  if (issuer.protocol === 'http:') execute.push(allowInsecureRequests)
  const metadata = { client_secret: client.clientSecret, [clockTolerance]: toleratedSeconds }
  const configuration = await discovery(issuer, client.clientId, metadata, clientAuth(client.clientSecret), {
    execute,
    timeout: timeoutMs / 1000,
    [customFetch]: fetchFrom(issuer, call),
  })
  refuseOtherIssuer(issuer, configuration)
  return configuration
}

/**
 * openid-client accepts any tenant for Entra ID's shared issuers (`common`, `organizations`): then everybody with a tenant
 * of their own could sign in with an email of their choice. A provider is one issuer.
 */
function refuseOtherIssuer(issuer: URL, configuration: Configuration): void {
  if (URL.parse(configuration.serverMetadata().issuer)?.href !== issuer.href)
    throw new ProviderAnswerInvalid('The provider names another issuer', { problem: 'issuer_mismatch' })
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
function fetchFrom(issuer: URL, call: CustomFetch): CustomFetch {
  return async (address, options) => {
    const { origin, protocol } = new URL(address)
    if (protocol !== 'https:' && origin !== issuer.origin)
      throw new TypeError(`${origin} is not to be called without TLS`)
    return call(address, options)
  }
}

/**
 * A provider's configuration is asked for once an hour; a failure is not remembered. The secret is part of it: two who name
 * the same issuer and client, one of them with a wrong secret, have nothing in common.
 */
function cached(
  now: () => Date,
  load: (client: OpenIdClient) => Promise<Configuration>,
): (client: OpenIdClient) => Promise<Configuration> {
  const kept = new Map<string, { configuration: Promise<Configuration>; until: number }>()
  return (client) => {
    const key = keyOf(client)
    const entry = kept.get(key)
    if (entry && entry.until > now().getTime()) return entry.configuration
    const configuration = load(client)
    kept.delete(key)
    kept.set(key, { configuration, until: now().getTime() + hour })
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    configuration.catch(() => {
      if (kept.get(key)?.configuration === configuration) kept.delete(key)
    })
    return configuration
  }
}

function keyOf({ issuer, clientId, clientSecret }: OpenIdClient): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, clientId, clientSecret]))
    .digest('base64')
}

async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}

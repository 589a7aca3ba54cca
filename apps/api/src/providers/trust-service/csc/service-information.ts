import { z } from 'zod/mini'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import { sha256Oid } from './wire.ts'

export const service = 'CSC'

/** What is read of `info` (CSC API v1 §11.1, v2 §11.1; supportsRar and supportedHashTypes since 2.1). */
export const Info = z.object({
  specs: z.string(),
  authType: z.array(z.string()),
  methods: z.array(z.string()),
  oauth2: z.optional(z.nullable(z.string())),
  supportsRar: z.optional(z.nullable(z.boolean())),
  supportedHashTypes: z.optional(z.nullable(z.array(z.string()))),
})
export type Info = z.infer<typeof Info>

export interface AnnouncedService {
  readonly version: 1 | 2
  /** Takes authorization requests beforehand. */
  readonly takesPushed: boolean
  /** Takes authorization_details. */
  readonly takesDetails: boolean
  /** The signer signs in to the service, which then shows their own credentials; otherwise we name the signer. */
  readonly isPerUser: boolean
  /** Gives a token to a client alone, which organisations' credentials need. */
  readonly hasClientToken: boolean
  /** Where its authorization server is. */
  readonly oauthUrl: string
}

export interface InformationOptions {
  readonly url: string
  readonly oauthUrl?: string | undefined
  /** For a service that knows our users by their emails: `client`. Without it, what the service announces decides. */
  readonly serviceAuthorization?: 'user' | 'client' | undefined
}

const misconfigured = (reason: string) => new StepwiseSigningFailed('misconfigured', service, reason)

/** What the service's own description makes of our requests. */
export function announced(info: Info, options: InformationOptions): AnnouncedService {
  const { specs, authType, methods, supportsRar, supportedHashTypes } = info
  const [, major] = /^([12])\./.exec(specs) ?? []
  if (!major) throw misconfigured('its version of the API is neither 1 nor 2')
  const version = major === '1' ? 1 : 2
  if (!methods.includes('signatures/signHash')) throw misconfigured('it does not sign hashes')
  // Some services name the kind of hash, others its algorithm: here it is SHA-256 of the signed attributes.
  if (supportedHashTypes && !supportedHashTypes.some((type) => type === 'dtbsr' || type === sha256Oid))
    throw misconfigured('it does not sign SHA-256 hashes of signed attributes')
  const hasClientToken = authType.includes('oauth2client')
  const isPerUser = (options.serviceAuthorization ?? 'user') === 'user' && authType.includes('oauth2code')
  if (!isPerUser && !hasClientToken) throw misconfigured('it offers no OAuth authorization that is supported')
  return {
    version,
    takesPushed: methods.includes('oauth2/pushed_authorize'),
    takesDetails: supportsRar === true,
    isPerUser,
    hasClientToken,
    oauthUrl: oauthUrlOf(info, options),
  }
}

/** Our client secret goes to the service's own host alone, unless the settings name another. */
function oauthUrlOf({ oauth2 }: Info, { url, oauthUrl }: InformationOptions): string {
  if (oauthUrl) return oauthUrl.replace(/\/+$/, '')
  if (!oauth2) return url
  const address = URL.parse(oauth2)
  if (address?.origin === new URL(url).origin) return oauth2.replace(/\/+$/, '')
  throw misconfigured('its authorization server is on another host: set oauthUrl if that is right')
}

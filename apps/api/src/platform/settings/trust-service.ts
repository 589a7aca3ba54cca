// What an installation is told of the outside services that sign for it.

interface TrustServiceAddress {
  /** By which signings remember it; unique, and it stays. */
  readonly name: string
  readonly url: string
  /** PEM; how this installation proves itself. */
  readonly identity: { readonly certificate: string; readonly key: string }
  /** PEM of what its TLS certificate chains to; without it, the roots that Node ships. */
  readonly authorities: string | undefined
  /** Certificates, DER, to which its signatures and their time-stamps chain. */
  readonly anchors: readonly Uint8Array[]
}

interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: string
}

export interface AisSettings extends TrustServiceAddress {
  readonly kind: 'ais'
  readonly customer: string
  readonly keyEntities: Readonly<Record<string, string>>
}

export interface MabSettings extends TrustServiceAddress, OAuthClient {
  readonly kind: 'mab'
  readonly pagesUrl: string
  readonly signUrls: readonly string[]
  readonly credentials: Readonly<Record<string, string>>
  readonly approvalBy: string | undefined
}

export interface CscSettings extends TrustServiceAddress, OAuthClient {
  readonly kind: 'csc'
  readonly authorizeUrl: string | undefined
  readonly oauthUrl: string | undefined
  /** How the client's secret is shown; without it, in the header. */
  readonly clientAuthentication: 'basic' | 'post' | undefined
  /** `client` where the service knows our users by their emails; without it, they sign in to it. */
  readonly serviceAuthorization: 'user' | 'client' | undefined
  readonly seals: Readonly<Record<string, { readonly credentialId: string; readonly pin: string }>>
}

export type TrustServiceSettings = AisSettings | MabSettings | CscSettings

/** The services, and which of them makes what. */
export interface TrustServicesSettings {
  readonly services: readonly TrustServiceSettings[]
  /** `{ 'QES:ZERTES': 'ais' }`: the service that makes signatures at this level. */
  readonly assignment: Readonly<Record<string, string>>
}

export const noTrustServices: TrustServicesSettings = { services: [], assignment: {} }

/** Every address of a service that we or browsers go to. */
export function addressesOf(service: TrustServiceSettings): string[] {
  if (service.kind === 'mab') return [service.url, service.pagesUrl, ...service.signUrls]
  if (service.kind === 'csc')
    return [service.url, service.authorizeUrl, service.oauthUrl].filter((each) => each !== undefined)
  return [service.url]
}

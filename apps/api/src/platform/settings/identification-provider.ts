// What an installation is told of the parties that find out who people are.

/** srs or intrum. */
export interface RestProviderSettings {
  /** Without a slash at the end. */
  readonly url: string
  readonly apiKey: string
  /** What its webhooks are signed with. */
  readonly webhookSecret: string
  /** PEM of what its TLS certificate chains to; without it, the roots that Node ships. */
  readonly authorities: string | undefined
}

/** ID Austria, where the installation is registered as a service. */
export interface EidSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface IdentificationSettings {
  readonly srs?: RestProviderSettings | undefined
  readonly intrum?: RestProviderSettings | undefined
  readonly 'id-austria'?: EidSettings | undefined
}

export const addressesOf = (settings: IdentificationSettings): string[] =>
  [settings.srs?.url, settings.intrum?.url, settings['id-austria']?.issuer].filter(
    (address) => address !== undefined,
  )

import { type Config, ConfigError } from '#api/platform/settings/config.ts'
import type { Connection } from '#api/platform/db/connect.ts'
import { addressesOf as identificationAddressesOf } from '#api/platform/settings/identification-provider.ts'
import { readDnsServer } from '#api/platform/settings/dns-server-address.ts'
import { addressesOf } from '#api/platform/settings/trust-service.ts'
import { shownAddress } from '#api/platform/values/shown-address.ts'

export class NotForProduction extends Error {
  override name = 'NotForProduction'
}

/**
 * Production needs a database, a time-stamp authority and a mail server that are someone's; stand-ins on this very
 * machine are refused unless TEST_SYSTEM=1 says that nothing here counts.
 */
export function requireRealParties(config: Config): Connection {
  if (!config.databaseUrl)
    throw new ConfigError('DATABASE_URL is not set. For a try-out on one machine, use npm start.')
  if (config.timestampAuthorities.length === 0)
    throw new ConfigError('TIMESTAMP_AUTHORITIES is not set: without a time-stamp there is no signature.')
  if (!config.smtpUrl) throw new ConfigError('SMTP_URL is not set: invitations could not be sent.')
  if (!config.testSystem) {
    const standIns = [
      config.smtpUrl,
      ...(config.smsGateway ? [config.smsGateway.url] : []),
      ...config.timestampAuthorities.map((authority) => authority.url),
      ...config.identityProviders.map((provider) => provider.issuer),
      ...identificationAddressesOf(config.identificationProviders),
      ...config.trustServices.services.flatMap(addressesOf),
      ...[
        config.payment.stripe?.apiUrl,
        config.payment.stripe?.scriptUrl,
        config.payment.chargebee?.apiUrl,
        config.enterprise.formUrl,
      ].filter((url) => url !== undefined),
      ...config.dnsServers.flatMap(unusualResolver),
    ].filter(isOnThisMachine)
    if (standIns.length > 0)
      throw new NotForProduction(
        `${[...new Set(standIns.map(shownAddress))].join(', ')} is on this machine, as a stand-in is. Set TEST_SYSTEM=1 if this is a test system.`,
      )
  }
  return { connectionString: config.databaseUrl, applicationString: config.databaseApplicationUrl }
}

/** A resolver of this very machine is usual, at the port of such: a stand-in has another. */
function unusualResolver(server: string): string[] {
  const { address, port } = readDnsServer(server) ?? { address: server, port: 0 }
  return port === 53 ? [] : [`dns://${address.includes(':') ? `[${address}]` : address}:${port}`]
}

function isOnThisMachine(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host.startsWith('127.')
}

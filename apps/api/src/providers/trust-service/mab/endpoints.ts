import { z } from 'zod/mini'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import { protocolPath } from './wire.ts'
import { service } from './signed-by.ts'

export interface Endpoints {
  readonly pushed: string
  readonly token: string
  /** For browsers. */
  readonly page: string
}

/** What is read of `.well-known/openid-configuration` (OpenID Connect Discovery; RFC 8705 §5 for mutual TLS). */
const own = {
  token_endpoint: z.optional(z.string()),
  pushed_authorization_request_endpoint: z.optional(z.string()),
}
const Configuration = z.object({
  ...own,
  authorization_endpoint: z.string(),
  mtls_endpoint_aliases: z.optional(z.object(own)),
})

export const configurationPath = '/api/auth/realms/broker/.well-known/openid-configuration'

/** The endpoints that the service announces. Our secret and the signer go to the hosts of the settings alone. */
export function endpointsIn(
  configuration: unknown,
  { url, pagesUrl }: { readonly url: string; readonly pagesUrl: string },
): Endpoints {
  const read = Configuration.safeParse(configuration)
  if (!read.success)
    throw new StepwiseSigningFailed('answer_invalid', service, 'its configuration is not of the form agreed')
  const { mtls_endpoint_aliases: aliases, authorization_endpoint: page, ...open } = read.data
  // Without an alias: the same path on the host for mutual TLS, as the provider's own client does it.
  const mutual = (name: keyof typeof own, path: string): string =>
    aliases?.[name] ?? moved(open[name], url) ?? `${url}/api${protocolPath}${path}`
  return {
    pushed: onHostOf(url, mutual('pushed_authorization_request_endpoint', '/ext/par/request')),
    token: onHostOf(url, mutual('token_endpoint', '/token')),
    page: onHostOf(pagesUrl, page),
  }
}

function moved(address: string | undefined, url: string): string | undefined {
  const found = address === undefined ? null : URL.parse(address)
  return found ? `${new URL(url).origin}${found.pathname}` : undefined
}

function onHostOf(known: string, address: string): string {
  if (URL.parse(address)?.origin === new URL(known).origin) return address
  throw new StepwiseSigningFailed(
    'misconfigured',
    service,
    'its configuration names a host that the settings do not',
  )
}

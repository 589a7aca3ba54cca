import type { PlatformContext } from '#api/platform/context.ts'
import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import { isBusinessProvider } from './business-provider.ts'

export const callbackPath = '/v1/single-sign-on/callback'

/**
 * Where the browser comes back to from this provider. Anyone who founds a business chooses a provider: a response that was meant for
 * another one's address is not taken to it (mix-up, RFC 9700 § 4.4.2.2). The operator's share one.
 */
export function callbackUri(context: Pick<PlatformContext, 'config'>, provider: IdentityProvider): string {
  const isOwn = isBusinessProvider(provider) && provider.hasOwnRedirectUri
  return isOwn ? ownCallbackUri(context, provider.businessId) : sharedCallbackUri(context)
}

export const sharedCallbackUri = ({ config }: Pick<PlatformContext, 'config'>): string =>
  config.publicUrl + callbackPath

export const ownCallbackUri = (context: Pick<PlatformContext, 'config'>, businessId: string): string =>
  `${sharedCallbackUri(context)}/${businessId}`

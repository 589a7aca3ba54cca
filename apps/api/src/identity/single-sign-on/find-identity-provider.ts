import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import type { PlatformContext } from '#api/platform/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { type BusinessProviders, isBusinessProvider } from './business-provider.ts'
import { authorityFor } from './sign-on.ts'
import type { SignOnContext } from './sign-on-context.ts'

// A whole company may come from one address.
const limit = { failures: 1000, seconds: 900 }

/** The address of ours that leads to the provider of this email's domain, and whether a password is refused for it. */
export async function findProvider(
  context: SignOnContext,
  email: string,
  address: string,
): Promise<{ readonly url: string; readonly required: boolean }> {
  refuseThrottled(await countFailure(context, `single-sign-on:find:${networkOf(address)}`, limit))
  const provider = await providerFor(context, context.db, email)
  if (!provider) throw new Refusal('not_found')
  const url = `${context.config.publicUrl}/v1/single-sign-on/start?${new URLSearchParams({ email }).toString()}`
  return { url, required: isBusinessProvider(provider) && provider.isRequired }
}

/** The operator's where there is one, or that of the business that has verified the domain. */
export async function providerFor(
  context: BusinessProviders & Pick<PlatformContext, 'config'>,
  db: Reader,
  email: string,
): Promise<IdentityProvider | null> {
  const operators = authorityFor(context.config.identityProviders, email)
  return operators ?? (await context.findProviderFor(db, email))
}

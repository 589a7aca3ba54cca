import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { authorityFor } from './sign-on.ts'

// A whole company may come from one address.
const limit = { failures: 1000, seconds: 900 }

/** The address of ours that leads to the provider of this email's domain. */
export async function findProvider(context: Context, email: string, address: string): Promise<string> {
  refuseThrottled(await countFailure(context, `single-sign-on:find:${networkOf(address)}`, limit))
  if (!authorityFor(context.config.identityProviders, email)) throw new Refusal('not_found')
  return `${context.config.publicUrl}/v1/single-sign-on/start?${new URLSearchParams({ email }).toString()}`
}

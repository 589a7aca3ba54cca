import * as calls from '@countersign/contract/identity-providers.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'

const background = { background: true }
const ofBusiness = async () => ({ params: { id: await ownBusinessId() } })

export const providerQuery = queryOptions({
  queryKey: ['identity-provider'],
  queryFn: async ({ signal }) =>
    call(calls.getIdentityProvider, await ofBusiness(), { ...background, signal }),
})

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
}

export async function saveProvider(body: ProviderSettings): Promise<calls.IdentityProvider> {
  return call(calls.setIdentityProvider, { ...(await ofBusiness()), body }, background)
}

/** Leads the browser to the provider, or straight back where the provider can't be asked: the page shows the result. */
export async function testProvider(): Promise<void> {
  const { url } = await call(calls.testIdentityProvider, await ofBusiness(), background)
  location.assign(url)
}

export async function setRequired(required: boolean): Promise<calls.IdentityProvider> {
  const body = { required }
  return call(calls.requireIdentityProvider, { ...(await ofBusiness()), body }, background)
}

export async function removeProvider(): Promise<void> {
  await call(calls.removeIdentityProvider, await ofBusiness(), background)
}

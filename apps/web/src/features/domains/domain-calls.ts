import {
  type AesForBusiness,
  askForAesForBusiness,
  endAesForBusiness,
  getAesForBusiness,
} from '@countersign/contract/aes-for-business.ts'
import * as calls from '@countersign/contract/business-domains.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ignoreGone } from '#web/lib/calls/ignore-gone.ts'
import { forgetBusiness, ownBusinessId } from '#web/lib/business/current-business.ts'

const background = { background: true }

async function ofDomain(domain: string) {
  return { params: { id: await ownBusinessId(), domain } }
}

/** While one waits for its record it is looked for on its own, and the page shows what came of it. */
const askAgainEvery = 15_000

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: async ({ signal }) => {
    const at = { params: { id: await ownBusinessId() } }
    return (await call(calls.listDomains, at, { ...background, signal })).domains
  },
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'PENDING') ? askAgainEvery : false,
})

export async function claimDomain(domain: string): Promise<calls.BusinessDomain> {
  return call(calls.addDomain, { params: { id: await ownBusinessId() }, body: { domain } }, background)
}

export async function lookNow(domain: string): Promise<calls.BusinessDomain> {
  const looked = await call(calls.checkDomain, await ofDomain(domain), background)
  // The business is shown with the domains that are its own.
  forgetBusiness()
  return looked
}

export async function letJoin(domain: string, join: boolean): Promise<calls.BusinessDomain> {
  return call(calls.updateDomain, { ...(await ofDomain(domain)), body: { join } }, background)
}

export async function giveUp(domain: string): Promise<void> {
  await call(calls.removeDomain, await ofDomain(domain), background).catch(ignoreGone)
  forgetBusiness()
}

export const aesQuery = queryOptions({
  queryKey: ['aes-for-business'],
  queryFn: async ({ signal }) =>
    call(getAesForBusiness, { params: { id: await ownBusinessId() } }, { ...background, signal }),
  // The representative answers elsewhere.
  refetchInterval: ({ state }) => (state.data?.status === 'WAITING' ? askAgainEvery : false),
})

export interface AesRequest {
  readonly representativeName: string
  readonly representativeEmail: string
  readonly commercialRegister: string
  readonly domains: string[]
}

export async function askForAes(body: AesRequest): Promise<AesForBusiness> {
  return call(askForAesForBusiness, { params: { id: await ownBusinessId() }, body }, background)
}

export async function endAes(): Promise<AesForBusiness> {
  return call(endAesForBusiness, { params: { id: await ownBusinessId() } }, background)
}

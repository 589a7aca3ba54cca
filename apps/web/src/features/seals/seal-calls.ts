import { listBusinessAdmins, listBusinessMembers } from '@countersign/contract/businesses.ts'
import {
  addSealMembers,
  deleteSealImage,
  getSeal,
  getSealImage,
  listOwnSeals,
  listSeals,
  removeSealMembers,
  setSealImage,
  updateSeal,
  type Seal,
} from '@countersign/contract/seals.ts'
import { getTrustServicesHealth } from '@countersign/contract/trust-services.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { base64Of } from '#web/lib/calls/base64.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'

const key = ['seals'] as const
const background = { background: true }

async function ofSeal(name: string) {
  return { params: { id: await ownBusinessId(), sealId: name } }
}

export const sealsQuery = queryOptions({
  queryKey: [...key, 'all'],
  queryFn: async ({ signal }) =>
    (await call(listSeals, { params: { id: await ownBusinessId() } }, { ...background, signal })).seals,
})

/** How the trust services do; admins alone are told. */
export const trustServicesQuery = queryOptions({
  queryKey: ['trust-services'],
  queryFn: async ({ signal }) => (await call(getTrustServicesHealth, {}, { ...background, signal })).services,
})

export function sealQuery(name: string) {
  return queryOptions({
    queryKey: [...key, 'one', name],
    queryFn: async ({ signal }) => call(getSeal, await ofSeal(name), { ...background, signal }),
  })
}

/** Its picture, as often as another one is set. */
export function sealImageQuery({ name, hasImage }: Seal, version: number) {
  return queryOptions({
    queryKey: [...key, 'image', name, version],
    queryFn: async ({ signal }) => call(getSealImage, await ofSeal(name), { ...background, signal }),
    enabled: hasImage,
  })
}

/** Everybody who may be given a right on a seal. */
export const peopleQuery = queryOptions({
  queryKey: [...key, 'people'],
  queryFn: async ({ signal }) => {
    const of = { params: { id: await ownBusinessId() } }
    const options = { ...background, signal }
    const [{ admins }, { members }] = await Promise.all([
      call(listBusinessAdmins, of, options),
      call(listBusinessMembers, of, options),
    ])
    return [...admins, ...members]
  },
})

/** The seals one may sign with. */
export async function ownSeals(signal?: AbortSignal): Promise<Seal[]> {
  return (await call(listOwnSeals, {}, { ...background, signal })).seals
}

export const ownSealsQuery = queryOptions({
  queryKey: [...key, 'own'],
  queryFn: ({ signal }) => ownSeals(signal),
})

export async function saveSeal(name: string, body: { label: string; certifies: boolean }): Promise<Seal> {
  return call(updateSeal, { ...(await ofSeal(name)), body }, background)
}

export async function saveImage(name: string, file: Blob): Promise<Seal> {
  return call(setSealImage, { ...(await ofSeal(name)), body: { image: await base64Of(file) } }, background)
}

export async function removeImage(name: string): Promise<Seal> {
  return call(deleteSealImage, await ofSeal(name), background)
}

export async function grantRight(name: string, member: string): Promise<Seal> {
  return call(addSealMembers, { ...(await ofSeal(name)), body: { members: [member] } }, background)
}

export async function withdrawRight(name: string, member: string): Promise<Seal> {
  return call(removeSealMembers, { ...(await ofSeal(name)), body: { members: [member] } }, background)
}

import type * as contract from '@countersign/contract/seals.ts'
import type { SealHolder } from './repository.ts'
import { type Seal, statusOf } from './seal.ts'

/** `holders`: of this seal and others; who is no admin sees themselves alone. */
export function presentSeal(
  seal: Seal,
  holders: readonly SealHolder[],
  reader: { readonly accountId: string; readonly isAdmin: boolean; readonly sealingApiUsers: number },
): contract.Seal {
  const own = holders.filter(({ sealId }) => sealId === seal.id)
  const shown = own.filter(({ accountId }) => reader.isAdmin || accountId === reader.accountId)
  return {
    id: seal.id,
    name: seal.accountName,
    label: seal.label,
    hasImage: seal.hasImage,
    image: seal.hasImage ? `/v1/businesses/${seal.businessId}/seals/${seal.accountName}/image` : null,
    data: {
      status: statusOf(seal),
      quality: seal.quality,
      legislation: seal.legislation,
      provider: seal.service,
      certifies: seal.certifies,
      certificate: seal.certificate && { ...seal.certificate },
    },
    members: shown.map((one) => ({
      id: one.accountId,
      email: one.email,
      firstName: one.firstName,
      lastName: one.lastName,
      grantedAt: one.grantedAt.toISOString(),
    })),
    nMembers: own.length,
    nApi: reader.sealingApiUsers,
    createdAt: seal.createdAt.toISOString(),
  }
}

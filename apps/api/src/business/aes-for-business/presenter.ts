import type * as contract from '@countersign/contract/aes-for-business.ts'
import type { Business } from '#api/business/businesses/business.ts'
import type { AesRequest } from './aes-for-business.ts'

export function presentAes(business: Business, request: AesRequest | null): contract.AesForBusiness {
  const { enabled, domains: inForce } = business.settings.aesForBusiness
  const isWaiting = request !== null && request.tokenHash !== null
  return {
    status: isWaiting ? 'WAITING' : enabled ? 'ON' : 'OFF',
    enabled,
    representativeName: request?.representativeName ?? null,
    representativeEmail: request?.representativeEmail ?? null,
    commercialRegister: request?.commercialRegister ?? null,
    domains: [...(request?.domains ?? inForce)],
    inForce: [...inForce],
    askedAt: request?.askedAt.toISOString() ?? null,
    expiresAt: isWaiting ? request.expiresAt.toISOString() : null,
    confirmedAt: request?.confirmedAt?.toISOString() ?? null,
  }
}

import type { AdvancedQuality, Legislation } from '@countersign/contract/values.ts'
import { isId } from '#api/platform/values/id.ts'

/** Whom a seal's certificate names. */
export interface SealCertificate {
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  /** ISO 8601. */
  readonly notAfter: string
}

/** A business's seal. The key is the organisation's, and lies at a trust service. */
export interface Seal {
  readonly id: string
  readonly businessId: string
  readonly accountName: string
  readonly label: string
  readonly quality: AdvancedQuality
  readonly legislation: Legislation
  /** Null until it is known: the one for seals at this level, when it is first called. */
  readonly service: string | null
  readonly sealName: string
  /** Whom its certificate has to name. */
  readonly organisation: string
  readonly certifies: boolean
  readonly hasImage: boolean
  readonly certificate: SealCertificate | null
  readonly provedAt: Date | null
  readonly refusal: string | null
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

export type SealStatus = 'READY' | 'PENDING' | 'REFUSED' | 'DISABLED'

/** A seal is ready only when its trust service has signed with it once. */
export function statusOf(seal: Pick<Seal, 'disabledAt' | 'provedAt' | 'refusal'>): SealStatus {
  if (seal.disabledAt) return 'DISABLED'
  if (seal.provedAt) return 'READY'
  return seal.refusal === null ? 'PENDING' : 'REFUSED'
}

/** As it is in addresses: lower case, digits and dashes, and nothing that could be taken for an id. */
export function isAccountName(name: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && name.length <= 60 && !isId(name)
}

/**
 * Can a seal replace the signature that a request requires? It is the organisation's, not a person's: so not for a
 * qualified signature or one under Part 11, nor in a demonstration. If the request names a legal framework, the seal
 * must be under it.
 */
export function satisfiesRequest(
  seal: { readonly legislation: string | null },
  request: { readonly quality: string; readonly legislation: string | null },
): boolean {
  if (request.quality === 'SES') return true
  if (request.quality !== 'AES' && request.quality !== 'AES_MINIMAL') return false
  return request.legislation === null || request.legislation === seal.legislation
}

import type { QualityHurdle } from '@countersign/contract/accounts.ts'

/** One quality that takes an identification, and is to be had on this installation, is enough. */
export function isIdentificationOffered(details: readonly { hurdles: readonly QualityHurdle[] }[]): boolean {
  return details.some(({ hurdles }) => hurdles.includes('identification') && !hurdles.includes('not_offered'))
}

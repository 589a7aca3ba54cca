import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** The place of one who is added: after everybody where they sign in an order, at any time where they do not. */
export function addedLast({ signatures }: Pick<SignatureRequest, 'signatures'>): number {
  const last = Math.max(-1, ...signatures.map(({ sequence }) => sequence))
  return last < 0 ? -1 : last + 1
}

/** While a request is out and nobody has signed, its owner may put right who signs. */
export function maySignersChange({ status_overall, viewer, signatures }: SignatureRequest): boolean {
  const isUnsigned = signatures.every(({ status_code }) => status_code !== 'SIGNED')
  return viewer.can.edit && status_overall === 'OPEN' && isUnsigned
}

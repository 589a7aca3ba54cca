import { isVisible, type Signature } from '#api/signing/signature-requests/signature-request.ts'

type Placed = Pick<Signature, 'documents'>

/**
 * 21 CFR 11.50 (b): what a signature says of itself is part of whatever a person reads, so it has a place on each document
 * that its signer signs.
 */
export function isShownOnEach({ documents }: Placed): boolean {
  return documents.every(isVisible)
}

/** Points of the longer and of the shorter side. Below it name, reason, time and id are set in less than 4 points. */
const smallest = { long: 120, short: 40 }

/** And it can be read there. How large a signature field of the file itself is, is for who made the file. */
export function isLegibleOnEach({ documents }: Placed): boolean {
  return documents.every(({ places }) =>
    places.every(
      ({ width, height }) =>
        Math.max(width, height) >= smallest.long && Math.min(width, height) >= smallest.short,
    ),
  )
}

import type { Finding, Validation, ValidatedSignature } from '@countersign/contract/validations.ts'

/** What it comes to, in one word. */
export type Verdict = 'valid' | 'reserved' | 'invalid' | 'undecided' | 'unsigned' | 'unreadable'

export function verdictOf(validation: Validation): Verdict {
  if (validation.file.problem) return 'unreadable'
  switch (validation.overall) {
    case 'NO_SIGNATURE':
      return 'unsigned'
    case 'TOTAL_FAILED':
      return 'invalid'
    case 'INDETERMINATE':
      return 'undecided'
    case 'TOTAL_PASSED':
      return validation.withReservation ? 'reserved' : 'valid'
  }
}

export function signatureVerdict(signature: ValidatedSignature): Verdict {
  if (signature.indication === 'TOTAL_FAILED') return 'invalid'
  if (signature.indication === 'INDETERMINATE') return 'undecided'
  return signature.withReservation ? 'reserved' : 'valid'
}

/** People sign; document timestamps only keep what they signed. A file with timestamps alone is told by these. */
export function peoplesSignatures({ signatures }: Validation): readonly ValidatedSignature[] {
  return signatures.filter(({ type }) => type === 'signature')
}

type Findings = Pick<ValidatedSignature, 'errors' | 'warnings'>

/** What was found of each signature alike: said once for all of them. One signature has nothing in common with others. */
export function commonFindings([first, ...others]: readonly Findings[]): Findings {
  if (!first || others.length === 0) return { errors: [], warnings: [] }
  const inAll = (kind: 'errors' | 'warnings') =>
    first[kind].filter((finding) => others.every((one) => one[kind].some((found) => isSame(found, finding))))
  return { errors: inAll('errors'), warnings: inAll('warnings') }
}

export function withoutFindings<Signature extends Findings>(signature: Signature, said: Findings): Signature {
  const left = (kind: 'errors' | 'warnings') =>
    signature[kind].filter((finding) => !said[kind].some((one) => isSame(one, finding)))
  return { ...signature, errors: left('errors'), warnings: left('warnings') }
}

function isSame(one: Finding, other: Finding): boolean {
  return one.code === other.code && JSON.stringify(one.parameters) === JSON.stringify(other.parameters)
}

/**
 * By whom. Anyone can write any name into a signature: it counts where this installation has written it, with the
 * certificate that it signs for people with. Otherwise the certificate says who it was.
 */
export function signedBy({ claims, signer, sharedCertificate }: ValidatedSignature): string | null {
  return (sharedCertificate && claims.name) || signer?.displayName || null
}

/** The name that is written into the signature, where it isn't the one that it is shown under. */
export function statedName(signature: ValidatedSignature): string | null {
  const { name } = signature.claims
  return name && name !== signedBy(signature) ? name : null
}

/** A timestamp of which only a later status of its authority is missing: no newer one keeps that in the file yet. */
export function isUnrenewedTimestamp({ type, subIndication }: ValidatedSignature): boolean {
  return type === 'timestamp' && subIndication === 'TRY_LATER'
}

/** Nothing speaks against a signature, and what is missing may come later: the status of a certificate. */
export function canBeTriedLater({ signatures }: Validation): boolean {
  return signatures.every(
    ({ indication, subIndication }) => indication === 'TOTAL_PASSED' || subIndication === 'TRY_LATER',
  )
}

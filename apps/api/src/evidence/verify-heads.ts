import { verifyChain as verifyCertificates } from '@countersign/pdf-signature/cms/chain.ts'
import { verifySignedData } from '@countersign/pdf-signature/cms/verify.ts'
import { digestHeads, firstPreviousDigest } from './heads.ts'
import type { SignedHeads } from './heads-repository.ts'

export interface HeadsBreak {
  readonly id: string
  readonly kind:
    /** Signed heads that came before these are missing. */
    | 'removed'
    /** They are not what was signed. */
    | 'changed'
    | 'signature_invalid'
    | 'timestamp_invalid'
    /** The time-stamp is not of the time the heads say they were taken. */
    | 'time_mismatch'
    /** Signed or time-stamped by somebody whom nobody here trusts. */
    | 'not_trusted'
  readonly message: string
}

export interface Anchors {
  /** Certificates, DER, to which the signatures chain. */
  readonly signer: readonly Uint8Array[]
  /** The same for time-stamps. */
  readonly timestamp: readonly Uint8Array[]
}

// Signing follows at once; a time-stamp authority may be tried a few times, and clocks differ a little.
const longestDelayMilliseconds = 60 * 60 * 1000

/** Checks signed heads: that they follow those before, say what was signed, and were signed when they say. */
export function verifyHeads(
  signed: SignedHeads,
  previousDigest: Uint8Array | null,
  anchors: Anchors,
): HeadsBreak[] {
  const breaks: HeadsBreak[] = []
  const found = (kind: HeadsBreak['kind'], message: string) => breaks.push({ id: signed.id, kind, message })
  if (!signed.previousDigest.equals(previousDigest ?? firstPreviousDigest))
    found('removed', `Signed heads before ${signed.id} are not there`)
  if (!digestHeads(signed.heads, signed.takenAt, signed.previousDigest).equals(signed.digest))
    found('changed', `Signed heads ${signed.id} are not what was signed`)
  const verdict = verifySignedData(signed.signature, signed.digest)
  if (!verdict.valid)
    found('signature_invalid', `${signed.id}: ${verdict.problems.map(({ message }) => message).join('; ')}`)
  const time = verdict.timestamp?.valid ? verdict.timestamp.info?.time : undefined
  if (!time) found('timestamp_invalid', `Signed heads ${signed.id} carry no time-stamp that holds`)
  else if (Math.abs(time.getTime() - signed.takenAt.getTime()) > longestDelayMilliseconds)
    found('time_mismatch', `Signed heads ${signed.id} were time-stamped at ${time.toISOString()}`)
  const { signerCertificate, timestamp } = verdict
  const isTrusted =
    isTrustedAt(signerCertificate?.raw, verdict.certificates, anchors.signer, time) &&
    isTrustedAt(timestamp?.signerCertificate?.raw, timestamp?.certificates ?? [], anchors.timestamp, time)
  if (time && !isTrusted) found('not_trusted', `Signed heads ${signed.id} were not signed by this service`)
  return breaks
}

function isTrustedAt(
  certificate: Uint8Array | undefined,
  others: readonly { readonly raw: Uint8Array }[],
  anchors: readonly Uint8Array[],
  time: Date | undefined,
): boolean {
  if (!certificate || !time) return false
  const intermediates = others.map(({ raw }) => raw)
  return verifyCertificates(certificate, intermediates, anchors, time).trusted
}

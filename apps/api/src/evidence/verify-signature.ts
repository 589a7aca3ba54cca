import { verifyChain as verifyCertificates } from '@countersign/pdf-signature/cms/certificates/chain.ts'
import { verifySignedData } from '@countersign/pdf-signature/cms/verify.ts'

export interface Anchors {
  /** Certificates, DER, to which the signatures chain. */
  readonly signer: readonly Uint8Array[]
  /** The same for time-stamps. */
  readonly timestamp: readonly Uint8Array[]
}

export interface SignatureProblem {
  readonly kind:
    | 'signature_invalid'
    | 'timestamp_invalid'
    /** The time-stamp is not of the time it is said to be of. */
    | 'time_mismatch'
    /** Signed or time-stamped by a party that isn't trusted here. */
    | 'not_trusted'
  readonly message: string
}

export interface SignatureVerdict {
  readonly problems: readonly SignatureProblem[]
  /** What the time-stamp says. */
  readonly time: Date | undefined
  /** The anchors that its certificates lead to. */
  readonly anchors: Anchors
}

// Signing follows at once; a time-stamp authority may be tried a few times, and clocks differ a little.
const longestDelayMilliseconds = 60 * 60 * 1000

/** Checks the service's signature over a digest: what it covers, by whom it is, and that it was made at that time. */
export function verifySignature(
  given: {
    readonly name: string
    readonly signature: Uint8Array
    readonly digest: Uint8Array
    readonly takenAt: Date
  },
  anchors: Anchors,
): SignatureVerdict {
  const { name, signature, digest, takenAt } = given
  const problems: SignatureProblem[] = []
  const found = (kind: SignatureProblem['kind'], message: string) => problems.push({ kind, message })
  const verdict = verifySignedData(signature, digest)
  if (!verdict.valid)
    found('signature_invalid', `${name}: ${verdict.problems.map(({ message }) => message).join('; ')}`)
  const time = verdict.timestamp?.valid ? verdict.timestamp.info?.time : undefined
  if (!time) found('timestamp_invalid', `${name} carry no time-stamp that holds`)
  else if (Math.abs(time.getTime() - takenAt.getTime()) > longestDelayMilliseconds)
    found('time_mismatch', `${name} were time-stamped at ${time.toISOString()}`)
  const { signerCertificate, timestamp } = verdict
  const signer = anchorOf(signerCertificate?.raw, verdict.certificates, anchors.signer, time)
  const stamper = anchorOf(
    timestamp?.signerCertificate?.raw,
    timestamp?.certificates ?? [],
    anchors.timestamp,
    time,
  )
  if (time && !signer) found('not_trusted', `${name} were not signed by this service`)
  else if (time && !stamper)
    found('not_trusted', `${name} were time-stamped by an authority whose certificate isn't known here`)
  return {
    problems,
    time,
    anchors: { signer: signer ? [signer] : [], timestamp: stamper ? [stamper] : [] },
  }
}

function anchorOf(
  certificate: Uint8Array | undefined,
  others: readonly { readonly raw: Uint8Array }[],
  anchors: readonly Uint8Array[],
  time: Date | undefined,
): Uint8Array | undefined {
  if (!certificate || !time) return undefined
  const intermediates = others.map(({ raw }) => raw)
  const { trusted, path } = verifyCertificates(certificate, intermediates, anchors, time)
  return trusted ? path.at(-1)?.raw : undefined
}

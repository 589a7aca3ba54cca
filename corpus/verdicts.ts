import type { OutsideVerdicts } from '../apps/api/src/testing/documents/outside-validators.ts'

/** One validator's word: what it was asked, and what it has against the file. */
export interface Verdict {
  readonly asked: string
  readonly against: string | null
}

/** Validators that are not ours: OpenSSL on each byte range, pdfsig, qpdf. Earlier signatures are as good as before. */
export function outsideVerdicts(before: OutsideVerdicts, after: OutsideVerdicts, field: string): Verdict[] {
  const [own, stamp, ...others] = after.signatures.slice(before.signatures.length)
  const people = after.pdfsig.find((each) => each.field === field)
  // Of two signatures by one certificate it finds the chain of the first alone.
  const isKnown = after.pdfsig.some(({ certificate }) => certificate === 'Certificate is Trusted.')
  const isTrusted = people?.signature === 'Signature is Valid.' && isKnown
  const isClosed = stamp?.kind === 'document_timestamp' && stamp.coversWholeFile && others.length === 0
  const isStamped = own?.kind === 'signature' && own.hasTimestamp && !own.hasSigningTime
  return [
    { asked: 'cms', against: sayOf(own?.openssl) ?? (isStamped ? null : 'it is not at PAdES level B-T') },
    { asked: 'ts', against: sayOf(stamp?.openssl) ?? (isClosed ? null : 'it does not close the file') },
    { asked: 'pdfsig', against: isTrusted ? null : `${people?.signature} ${people?.certificate}` },
    before.qpdf === 'clean'
      ? { asked: 'qpdf', against: after.qpdf === 'clean' ? null : after.qpdf }
      : { asked: 'qpdf as before', against: null },
    ...(before.signatures.length > 0 ? [earlier(before, after)] : []),
  ]
}

const sayOf = (openssl = 'it is not there'): string | null => (openssl === 'ok' ? null : openssl)

function earlier(before: OutsideVerdicts, after: OutsideVerdicts): Verdict {
  const changed = [
    ...before.signatures.flatMap(({ openssl }, index) => {
      const now = after.signatures[index]?.openssl ?? 'it is gone'
      return reasonIn(now) === reasonIn(openssl) ? [] : [`OpenSSL on number ${index + 1}: ${now}`]
    }),
    ...before.pdfsig.flatMap(({ field, signature }) => {
      const now = after.pdfsig.find((each) => each.field === field)?.signature
      return now === signature ? [] : [`pdfsig on ${field}: ${now ?? 'it is gone'}`]
    }),
  ]
  const asked = `${before.signatures.length} earlier signatures`
  return { asked, against: changed.length > 0 ? changed.join('; ') : null }
}

/** Without the number of the thread and the place that OpenSSL puts before it. */
const reasonIn = (said: string): string => said.slice(said.lastIndexOf(':') + 1).trim()

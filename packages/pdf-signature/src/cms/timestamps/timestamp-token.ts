import { CmsError, guarded } from '../cms-error.ts'
import {
  children,
  expectTag,
  readElement,
  readInteger,
  readNamedBits,
  sequenceOf,
} from '../der/der-reader.ts'
import { boolean, integer, octetString, oid, sequence } from '../der/der-writer.ts'
import { readText } from '../certificates/distinguished-name.ts'
import { oids } from '../der/object-identifiers.ts'

/**
 * A request for a time-stamp over a SHA-256 digest (RFC 3161 §2.4.1), with the authority's certificate asked for.
 * `nonce`: random bytes, read as an unsigned integer, that the answer must repeat.
 */
export function timestampQuery(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  if (digest.length !== 32) throw new CmsError('mismatch', 'A SHA-256 digest has 32 bytes')
  const imprint = sequence(sequence(oid(oids.sha256)), octetString(digest))
  return sequence(integer(1), imprint, integer(nonce), boolean(true))
}

export type TimestampAnswer =
  | { readonly granted: true; readonly token: Uint8Array }
  | { readonly granted: false; readonly status: number; readonly failure?: string; readonly text?: string }

// PKIFailureInfo, RFC 3161 §2.4.2
const failures: Record<number, string> = {
  0: 'badAlg',
  2: 'badRequest',
  5: 'badDataFormat',
  14: 'timeNotAvailable',
  15: 'unacceptedPolicy',
  16: 'unacceptedExtension',
  17: 'addInfoNotAvailable',
  25: 'systemFailure',
}

/**
 * Reads a TimeStampResp (RFC 3161 §2.4.2): the token when it was granted (status 0 or 1), else why not.
 * The token is not verified yet: `verifyTimestampToken` does that. Throws CmsError when the bytes are no answer.
 */
export function parseTimestampResponse(response: Uint8Array): TimestampAnswer {
  return guarded('The time-stamp response', () => {
    const [info, token] = sequenceOf(readElement(response), 'Time-stamp response')
    const [state, ...rest] = sequenceOf(info, 'Status')
    const status = readInteger(expectTag(state, 0x02, 'Status'), 'Status')
    if (status <= 1) return { granted: true, token: expectTag(token, 0x30, 'Time-stamp token').raw }
    const bits = rest.find(({ tag }) => tag === 0x03)
    const texts = rest.find(({ tag }) => tag === 0x30)
    const [failure] = bits ? readNamedBits(bits) : []
    return {
      granted: false,
      status,
      failure: failure === undefined ? undefined : (failures[failure] ?? `bit ${failure}`),
      text: texts && children(texts).map(readText).join('; '),
    }
  })
}

import { parseCertificate, publicKeyOf, sameBytes } from './certificates/certificate.ts'
import { CmsError, guarded } from './cms-error.ts'
import { children, expectTag, readElement, readOid, sequenceOf } from './der/der-reader.ts'
import {
  explicit,
  integer,
  nullValue,
  octetString,
  oid,
  retagged,
  sequence,
  setOf,
  tlv,
} from './der/der-writer.ts'
import { ecdsaToDer, isEcdsaDer } from './ecdsa-signature.ts'
import { oids } from './der/object-identifiers.ts'
import { attribute } from './signed-attributes.ts'

export type SignatureAlgorithm = 'ES256' | 'RS256'

export interface SignedDataParts {
  /** The signer's certificate, DER. */
  readonly certificate: Uint8Array
  /** Certificates up to, usually without, the anchor; DER, any order. */
  readonly chain: readonly Uint8Array[]
  /** From `signedAttributes`. */
  readonly signedAttributes: Uint8Array
  /** Over the signed attributes: PKCS #1 v1.5, or ECDSA in DER or as r ‖ s. */
  readonly signature: Uint8Array
  readonly algorithm: SignatureAlgorithm
  /** RFC 3161 token over the signature value. */
  readonly timestampToken?: Uint8Array
  /** Content carried inside, as a time-stamp token does; a PDF signature is detached and has none. */
  readonly content?: { readonly type: string; readonly bytes: Uint8Array }
}

/**
 * A CMS SignedData with one signer (RFC 5652 §5), as PAdES wants it (ETSI EN 319 142-1 §6.3): DER, SHA-256.
 * Whether the signature verifies is not looked at: `verifySignedData` does that.
 * Throws CmsError `mismatch` when the algorithm is not one of the certificate's key.
 */
export function buildSignedData(parts: SignedDataParts): Uint8Array {
  const signer = parseCertificate(parts.certificate)
  const isElliptic = parts.algorithm === 'ES256'
  if (publicKeyOf(signer).asymmetricKeyType !== (isElliptic ? 'ec' : 'rsa'))
    throw new CmsError('mismatch', `${parts.algorithm} is not an algorithm of the certificate's key`)
  const digestAlgorithm = sequence(oid(oids.sha256))
  const signerInfo = sequence(
    integer(1),
    sequence(signer.issuerName, signer.serial),
    digestAlgorithm,
    retagged(parts.signedAttributes, 0xa0),
    isElliptic ? sequence(oid(oids.ecdsaWithSha256)) : sequence(oid(oids.sha256WithRsa), nullValue()),
    octetString(signatureValue(parts)),
    ...(parts.timestampToken ? [setOf([timestampAttribute(parts.timestampToken)], 0xa1)] : []),
  )
  const { content } = parts
  const others = parts.chain.filter((certificate) => !sameBytes(certificate, parts.certificate))
  return contentInfo(
    // RFC 5652 §5.1: version 3 when the content is not id-data.
    integer(content && content.type !== oids.data ? 3 : 1),
    setOf([digestAlgorithm]),
    content ? sequence(oid(content.type), explicit(0, octetString(content.bytes))) : sequence(oid(oids.data)),
    setOf([parts.certificate, ...others], 0xa0),
    setOf([signerInfo]),
  )
}

/** The signature as it is in a CMS: ECDSA always in DER. */
export function signatureValue({
  signature,
  algorithm,
}: Pick<SignedDataParts, 'signature' | 'algorithm'>): Uint8Array {
  return algorithm === 'ES256' && !isEcdsaDer(signature) ? ecdsaToDer(signature) : signature
}

/**
 * Adds a signature-time-stamp (ETSI EN 319 122-1 §5.3) to the CMS's only signer; everything signed stays byte for byte.
 * Throws CmsError when the bytes are no SignedData with exactly one signer.
 */
export function addTimestamp(cms: Uint8Array, token: Uint8Array): Uint8Array {
  return guarded('The CMS', () => {
    const [type, content] = sequenceOf(readElement(cms), 'CMS')
    if (readOid(type, 'Content type') !== oids.signedData || !content)
      throw new CmsError('malformed', 'Not SignedData')
    const fields = sequenceOf(children(content)[0], 'SignedData')
    const signers = children(expectTag(fields.pop(), 0x31, 'Signers'))
    const [signer] = signers
    if (!signer || signers.length > 1)
      throw new CmsError('malformed', 'A PAdES signature has exactly one signer')
    const signerFields = sequenceOf(signer, 'Signer')
    const unsigned = signerFields.at(-1)?.tag === 0xa1 ? signerFields.pop() : undefined
    const attributes = unsigned ? children(unsigned).map(({ raw }) => raw) : []
    const stamped = tlv(
      0x30,
      ...signerFields.map(({ raw }) => raw),
      setOf([...attributes, timestampAttribute(token)], 0xa1),
    )
    return contentInfo(...fields.map(({ raw }) => raw), setOf([stamped]))
  })
}

/** Signature value of the CMS's only signer: what a signature-time-stamp is taken over. */
export function signatureOf(cms: Uint8Array): Uint8Array {
  return guarded('The CMS', () => {
    const [, content] = sequenceOf(readElement(cms), 'CMS')
    const signers = content && sequenceOf(children(content)[0], 'SignedData').at(-1)
    const signer = signers && children(signers)[0]
    return expectTag(
      sequenceOf(signer, 'Signer').find(({ tag }) => tag === 0x04),
      0x04,
      'Signature',
    ).body
  })
}

const contentInfo = (...fields: Uint8Array[]): Uint8Array =>
  sequence(oid(oids.signedData), explicit(0, sequence(...fields)))

const timestampAttribute = (token: Uint8Array): Uint8Array =>
  attribute(oids.signatureTimeStampToken, readElement(token).raw)

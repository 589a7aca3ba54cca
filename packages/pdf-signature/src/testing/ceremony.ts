import { createHash, sign } from 'node:crypto'
import { aCrl, type aPki, anOcspResponse, aTimestampToken } from '../cms/testing/sample-authority.ts'
import { signedAttributes } from '../cms/signed-attributes.ts'
import { buildSignedData } from '../cms/signed-data.ts'
import { placeSignatureFields } from '../place-fields.ts'
import type { FieldPlacement } from '../fields/placement.ts'
import { prepareDocumentTimestamp, prepareSignature } from '../prepare.ts'
import type { PdfBytes } from '../reader/source.ts'
import { embedSignature } from '../contents-placeholder.ts'
import { addValidationData } from '../validation-data.ts'

export type Pki = ReturnType<typeof aPki>

/** A CMS over a digest by the signer of the PKI, with a timestamp unless told otherwise. */
export function aCms(pki: Pki, digest: Uint8Array, timestamped = true): Uint8Array {
  const certificate = pki.signer.certificate.raw
  const attributes = signedAttributes({ digest, certificate })
  const signature = sign('sha256', attributes, pki.signer.key)
  return buildSignedData({
    certificate,
    chain: [pki.issuing.certificate.raw],
    signedAttributes: attributes,
    signature,
    algorithm: 'ES256',
    ...(timestamped
      ? { timestampToken: aTimestampToken(pki.timestamper, createHash('sha256').update(signature).digest()) }
      : {}),
  })
}

export interface Ceremony {
  readonly fields?: readonly FieldPlacement[]
  readonly level?: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA'
}

/** Signs every field in turn, and goes on to the level; gives the chunks of the file. */
export function signAll(base: Uint8Array, pki: Pki, ceremony: Ceremony = {}): Uint8Array[] {
  const { fields = [{ name: 'Signer 1', page: 0, rect: null }], level = 'B-LTA' } = ceremony
  const chunks: Uint8Array[] = [base, placeSignatureFields(base, fields)]
  for (const { name } of fields) chunks.push(signField(chunks, pki, name, level !== 'B-B'))
  if (level === 'B-LT' || level === 'B-LTA') chunks.push(addValidationData(chunks, validationData(pki)))
  if (level === 'B-LTA') {
    const prepared = prepareDocumentTimestamp(chunks)
    chunks.push(embedSignature(prepared, aTimestampToken(pki.timestamper, prepared.digest)))
  }
  return chunks
}

export function signField(base: PdfBytes, pki: Pki, fieldName: string, timestamped = true): Uint8Array {
  const prepared = prepareSignature(base, { fieldName, signerName: 'Anna Muster', time: new Date() })
  return embedSignature(prepared, aCms(pki, prepared.digest, timestamped))
}

export function validationData(pki: Pki, { revoked = false } = {}) {
  const { root, issuing, signer, responder, timestamper } = pki
  const revokedAt = new Date(Date.now() - 3_600_000)
  const entry = { serialNumber: signer.certificate.serialNumber, revokedAt }
  return {
    certificates: [root, issuing, signer, responder, timestamper].map(({ certificate }) => certificate.raw),
    ocsps: [
      ...(revoked ? [] : [anOcspResponse(signer, issuing, responder)]),
      anOcspResponse(timestamper, issuing, responder),
      anOcspResponse(issuing, root, root),
    ],
    crls: revoked ? [aCrl(issuing, [entry])] : [],
  }
}

export const joined = (chunks: readonly Uint8Array[]): Buffer => Buffer.concat(chunks)

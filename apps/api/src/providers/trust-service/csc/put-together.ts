import { createHash } from 'node:crypto'
import { verifyChain } from '@countersign/pdf-signature/cms/certificates/chain.ts'
import { CmsError } from '@countersign/pdf-signature/cms/cms-error.ts'
import { signedAttributes } from '@countersign/pdf-signature/cms/signed-attributes.ts'
import { buildSignedData, signatureValue } from '@countersign/pdf-signature/cms/signed-data.ts'
import { ExchangeFailed } from '#api/providers/timestamp/http-exchange.ts'
import type { TimestampAuthority } from '#api/providers/timestamp/port.ts'
import { statusOfPath } from '#api/providers/timestamp/revocation-source.ts'
import type { RevocationSource } from '#api/providers/timestamp/revocation-source.ts'
import { checkSignature } from '../stepwise/check-signature.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { SignedDigest } from '../stepwise/port.ts'
import type { HeldOrder } from '../stepwise/ticket.ts'
import { service } from './service-information.ts'
import { algorithms } from './wire.ts'
import type { HeldCredential } from './wire.ts'

export interface CmsSources {
  readonly timestamps: TimestampAuthority
  readonly revocationSource: RevocationSource
  /** Certificates, DER, to which the service's signatures chain. */
  readonly anchors: readonly Uint8Array[]
  readonly now: () => Date
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

const attributesFor = (credential: HeldCredential, digest: string): Uint8Array =>
  signedAttributes({ digest: bytesOf(digest), certificate: bytesOf(credential.certificates[0] ?? '') })

/** What the service signs: the hash of each document's signed attributes, in base64. */
export const hashesToSign = (credential: HeldCredential, { documents }: Pick<HeldOrder, 'documents'>) =>
  documents.map(({ digest }) =>
    createHash('sha256').update(attributesFor(credential, digest)).digest('base64'),
  )

/** A CMS of our own around each raw signature (RFC 5652 §5), stamped by our time-stamp authority, and checked. */
export async function putTogether(
  sources: CmsSources,
  order: HeldOrder,
  credential: HeldCredential,
  signatures: readonly string[],
): Promise<SignedDigest[]> {
  if (signatures.length !== order.documents.length)
    throw new StepwiseSigningFailed('answer_invalid', service, 'a signature is missing')
  const since = sources.now()
  const stamped = await Promise.all(
    order.documents.map(async (document, index) => ({
      document,
      ...(await stampedCms(sources, credential, document.digest, bytesOf(signatures[index] ?? ''))),
    })),
  )
  // After the time-stamps, so that the status is of that moment or later (RFC 6960 §4.2.2.1: an answer may name no end).
  const status = await statusOf(sources, credential)
  const anchors = [...sources.anchors, ...(await sources.timestamps.anchors())]
  return Promise.all(
    stamped.map(async ({ document: { id, digest }, cms, token }) => {
      const stamp = await sources.timestamps.validation(token)
      const material = {
        ocsps: [...status.ocsps, ...stamp.ocsps],
        crls: [...status.crls, ...stamp.crls],
      }
      const certificates = [...credential.certificates.map(bytesOf), ...stamp.certificates]
      const document = { id, digest: bytesOf(digest) }
      const period = { since, until: sources.now() }
      return checkSignature(service, order.party, anchors, { document, cms, material, certificates, period })
    }),
  )
}

async function stampedCms(
  { timestamps }: CmsSources,
  credential: HeldCredential,
  digest: string,
  signature: Uint8Array,
): Promise<{ cms: Uint8Array; token: Uint8Array }> {
  const [certificate = Buffer.alloc(0), ...chain] = credential.certificates.map(bytesOf)
  const algorithm = algorithms[credential.algorithm]
  try {
    // As it will be in the CMS: ECDSA may come in another form.
    const value = signatureValue({ signature, algorithm })
    const { token } = await timestamps.timestamp(createHash('sha256').update(value).digest())
    const attributes = attributesFor(credential, digest)
    const cms = buildSignedData({
      certificate,
      chain,
      signedAttributes: attributes,
      signature,
      algorithm,
      timestampToken: token,
    })
    return { cms, token }
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
    throw new StepwiseSigningFailed('answer_invalid', service, error.message, { cause: error })
  }
}

/** The status of each certificate below the anchor; asked for only where the chain is one of ours to trust. */
async function statusOf(
  { anchors, revocationSource, now }: CmsSources,
  { certificates }: HeldCredential,
): Promise<{ ocsps: Uint8Array[]; crls: Uint8Array[] }> {
  const [leaf = Buffer.alloc(0), ...chain] = certificates.map(bytesOf)
  const { trusted, path, problems } = verifyChain(leaf, chain, anchors, now())
  if (!trusted)
    throw new StepwiseSigningFailed('answer_invalid', service, problems[0]?.message ?? 'not trusted')
  try {
    return await statusOfPath(revocationSource, path)
  } catch (error) {
    if (!(error instanceof ExchangeFailed)) throw error
    throw new StepwiseSigningFailed('unavailable', service, error.message, { cause: error })
  }
}

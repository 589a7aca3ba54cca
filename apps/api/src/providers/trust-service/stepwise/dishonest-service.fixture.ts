import { createHash, randomBytes, sign } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { keyUsageBits } from '@countersign/pdf-signature/cms/certificates/certificate-extensions.ts'
import { extension, keyUsage } from '@countersign/pdf-signature/cms/certificates/extension-encoding.ts'
import type { NameContent } from '@countersign/pdf-signature/cms/certificates/name-encoding.ts'
import {
  octetString,
  oid,
  printableString,
  sequence,
  setOf,
} from '@countersign/pdf-signature/cms/der/der-writer.ts'
import { oids } from '@countersign/pdf-signature/cms/der/object-identifiers.ts'
import { attribute, signedAttributes } from '@countersign/pdf-signature/cms/signed-attributes.ts'
import { buildSignedData, signatureValue } from '@countersign/pdf-signature/cms/signed-data.ts'
import {
  aCrl,
  aHolder,
  anOcspResponse,
  aPki,
  aTimestampToken,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import type { Holder } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { withServer } from '#api/providers/identification/stand-in.fixture.ts'
import { allInSigning } from '../ais/all-in-signing.ts'
import { anOrder } from './conformance.ts'
import { aPerson } from './people.fixture.ts'
import type { Progress, SigningParty } from './port.ts'

/** What a qualified certificate states of itself (ETSI EN 319 412-5), each part by its last number. */
export interface StatedQualification {
  readonly compliance?: boolean
  readonly device?: boolean
  /** Object identifiers of QcType. */
  readonly types?: readonly string[]
  readonly countries?: readonly string[]
  readonly policies?: readonly string[]
}

type KeyUse = keyof typeof keyUsageBits

/** How the answer of a trust service differs from what was ordered; by default in nothing. */
export interface Dishonesty {
  readonly subject?: NameContent
  readonly uses?: readonly KeyUse[]
  readonly states?: StatedQualification
  readonly stampedAt?: Date
  readonly notBefore?: Date
  readonly notAfter?: Date
  /** Of the means by which the signer approved. */
  readonly serialNumber?: string
  /** Answers the first call with a signature: nobody was asked. */
  readonly asksNobody?: boolean
  /** The signature doesn't cover which certificate it is by. */
  readonly namesNoCertificate?: boolean
  readonly ocspOf?: (signer: Holder, issuing: Holder, responder: Holder) => Uint8Array
  /** When the certificate of the time-stamp authority was revoked. */
  readonly stamperRevokedAt?: Date
  /** The time-stamp is over another signature. */
  readonly stampsAnother?: boolean
}

export const anna: NameContent = [
  ['C', 'CH'],
  ['SN', 'Müller'],
  ['GN', 'Anna'],
  ['CN', 'Anna Müller'],
]
export const swiss: StatedQualification = {
  compliance: true,
  device: true,
  types: ['0.4.0.1862.1.6.1'],
  countries: ['CH'],
}

const qc = (number: string, ...info: Uint8Array[]) => sequence(oid(`0.4.0.1862.1.${number}`), ...info)

function statementsOf({ compliance, device, types, countries }: StatedQualification): Uint8Array {
  const value = sequence(
    ...(compliance ? [qc('1')] : []),
    ...(device ? [qc('4')] : []),
    ...(types ? [qc('6', sequence(...types.map(oid)))] : []),
    ...(countries ? [qc('7', sequence(...countries.map(printableString)))] : []),
  )
  return extension(oids.qualifiedCertificateStatements, value)
}

const policiesOf = ({ policies = [] }: StatedQualification) =>
  policies.length > 0
    ? [extension(oids.certificatePolicies, sequence(...policies.map((policy) => sequence(oid(policy)))))]
    : []

const pki = aPki()

function answerFor(digest: Uint8Array, answer: Dishonesty) {
  const { subject = anna, states = swiss, stampedAt = new Date(), notBefore, notAfter } = answer
  const uses: readonly KeyUse[] = answer.uses ?? ['nonRepudiation']
  const signer = aHolder({
    name: 'Anna Müller',
    subject,
    issuer: pki.issuing,
    extensions: [
      ...(uses.length > 0 ? [keyUsage(...uses)] : []),
      statementsOf(states),
      ...policiesOf(states),
    ],
    ...(notBefore ? { notBefore } : {}),
    ...(notAfter ? { notAfter } : {}),
  })
  const certificate = signer.certificate.raw
  const attributes = answer.namesNoCertificate
    ? setOf([attribute(oids.contentType, oid(oids.data)), attribute(oids.messageDigest, octetString(digest))])
    : signedAttributes({ digest, certificate })
  const signature = sign('sha256', attributes, signer.key)
  const value = signatureValue({ signature, algorithm: 'ES256' })
  const stamp = answer.stampsAnother ? randomBytes(32) : createHash('sha256').update(value).digest()
  const cms = buildSignedData({
    certificate,
    chain: [pki.issuing.certificate.raw],
    signedAttributes: attributes,
    signature,
    algorithm: 'ES256',
    timestampToken: aTimestampToken(pki.timestamper, stamp, undefined, stampedAt),
  })
  const { issuing, responder, timestamper, root } = pki
  const ocsp = answer.ocspOf ?? ((one) => anOcspResponse(one, issuing, responder, 'good'))
  const { stamperRevokedAt } = answer
  const ofStamper = stamperRevokedAt ? { revokedAt: stamperRevokedAt, reason: 1 } : 'good'
  return {
    cms,
    ocsps: [ocsp(signer, issuing, responder), anOcspResponse(timestamper, issuing, responder, ofStamper)],
    crls: [aCrl(root)],
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const success = 'urn:oasis:names:tc:dss:1.0:resultmajor:Success'
const pending = 'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing:resultmajor:Pending'

/** What the adapter makes of a service that answers so: an order for Anna Müller, QES under ZertES unless told otherwise. */
export async function signAtDishonest(
  answer: Dishonesty,
  party: SigningParty = aPerson(),
): Promise<Progress> {
  const order = anOrder(party)
  const [document] = order.documents
  let result: Progress | undefined
  const listener: RequestListener = (request, response) => {
    const isBegin = request.url === '/sign' && !answer.asksNobody
    const info = {
      ...(isBegin ? { 'sc.ConsentURL': 'https://consent.example.test/' } : {}),
      ...(!isBegin && answer.serialNumber ? { 'sc.SerialNumber': answer.serialNumber } : {}),
    }
    const made = answerFor(document?.digest ?? randomBytes(32), answer)
    const outputs = {
      ...(isBegin ? { 'async.ResponseID': 'response' } : {}),
      'sc.StepUpAuthorisationInfo': { 'sc.Result': info },
      ...(isBegin
        ? {}
        : {
            'sc.RevocationInformation': {
              'sc.OCSPs': { 'sc.OCSP': made.ocsps.map(base64) },
              'sc.CRLs': { 'sc.CRL': made.crls.map(base64) },
            },
          }),
    }
    const SignResponse = {
      Result: { ResultMajor: isBegin ? pending : success },
      OptionalOutputs: outputs,
      ...(isBegin ? {} : { SignatureObject: { Base64Signature: { $: base64(made.cms) } } }),
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ SignResponse }))
  }
  await withServer(listener, async ({ url }) => {
    const service = allInSigning({
      url,
      anchors: [pki.root.certificate.raw],
      customer: 'countersign',
      keyEntities: {
        'QES:ZERTES': 'a',
        'QES:EIDAS': 'b',
        'AES:ZERTES': 'c',
        'AES:EIDAS': 'd',
        'SEAL_QES:ZERTES': 'e',
      },
      now: () => new Date(),
    })
    const begun = await service.begin(order)
    result = begun.kind === 'waiting' ? await service.proceed(begun.ticket) : begun
  })
  if (!result) throw new Error('There is no answer')
  return result
}

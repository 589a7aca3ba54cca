import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../time-stamp-authority/certificates.ts'
import type { TrustServiceContext } from '../context.ts'
import { digestNamed, isHash } from '../hash-algorithms.ts'
import type { DigestName } from '../hash-algorithms.ts'
import { isEnrolled } from '../is-enrolled.ts'
import { at, textAt } from '../json.ts'
import { profileOf } from '../keys.ts'
import type { KeyProfile } from '../keys.ts'
import { issuedProfile, makeSignature, statusOf } from '../make-signature.ts'
import { tamperingModes } from '../tampering-modes.ts'
import type { ActivationData, AllowedDocuments } from './activation-data.ts'
import { endpoints } from './endpoints.ts'
import { mabRefusals, refuse } from './errors.ts'

const levels = ['AdES-B-B', 'AdES-B-T', 'AdES-B-LT', 'AdES-B-LTA']
/** PAdES and CAdES: the same detached signature. */
const formats = ['P', 'C']

type Order = { hashes: string[]; algorithm: DigestName; level: string }

/** signDoc of ETSI TS 119 432: the customer has a CMS made for each hash that the SAD allows. */
export function registerSigning(
  tls: FastifyInstance,
  context: TrustServiceContext,
  activations: ActivationData,
): void {
  tls.post(endpoints.signing, (request, reply) => {
    if (!isEnrolled(request)) return refuse(reply, mabRefusals.invalid_client)
    const { body } = request
    const allowed = activations.use(textAt(body, 'SAD') ?? '')
    if (allowed === 'expired') return refuse(reply, mabRefusals.expired_token)
    const order = readOrder(body)
    if (!order) return refuse(reply, { error: 'invalid_request' })
    const profile = allowed && profileOf(allowed.credentialId)
    if (!profile || allowed.credentialId !== textAt(body, 'credentialID') || !isAllowed(allowed, order))
      return refuse(reply, mabRefusals.invalid_token)
    return sign(context, allowed, profile, order)
  })
}

function readOrder(body: unknown): Order | undefined {
  const level = textAt(body, 'conformanceLevel') ?? 'AdES-B-LT'
  const isKnown = formats.includes(textAt(body, 'signatureFormat') ?? '') && levels.includes(level)
  const algorithm = digestNamed(at(body, 'documentDigests', 'hashAlgorithmOID'))
  const hashes = at(body, 'documentDigests', 'hashes')
  if (!isKnown || !algorithm || !Array.isArray(hashes) || hashes.length === 0) return undefined
  const texts = hashes.map(String)
  return texts.every((hash) => isHash(hash, algorithm)) ? { hashes: texts, algorithm, level } : undefined
}

const isAllowed = (allowed: AllowedDocuments, { hashes, algorithm }: Order): boolean =>
  !allowed.hashes || (allowed.hashes.join() === hashes.join() && allowed.algorithm === algorithm)

function sign(
  context: TrustServiceContext,
  allowed: AllowedDocuments,
  profile: KeyProfile,
  { hashes, algorithm, level }: Order,
): object {
  const tampered = context.faults.take('mab', tamperingModes)
  const signer = signerFor(context, allowed, issuedProfile(profile, tampered))
  const objects = hashes.map((hash) => {
    const digest = Buffer.from(hash, 'base64')
    const withTimestamp = level !== 'AdES-B-B'
    const toSign = { profile, digest, algorithm, withTimestamp, tampered }
    // As the real one does now and then: base64url, without padding.
    return makeSignature(context, signer, toSign).toString('base64url')
  })
  const { ocsps, crls } = statusOf(context, profile, signer)
  const base64 = (ders: Buffer[]): string[] => ders.map((der) => der.toString('base64'))
  return {
    responseID: randomUUID(),
    SignatureObject: objects,
    validationInfo: { ocsp: base64(ocsps), crl: base64(crls) },
  }
}

function signerFor(
  { keys, subscribers }: TrustServiceContext,
  { subject, sealName }: AllowedDocuments,
  profile: KeyProfile,
): Identity {
  if (sealName) return keys.forSeal(profile, sealName)
  return keys.forPerson(profile, subscribers.byEmail(subject))
}

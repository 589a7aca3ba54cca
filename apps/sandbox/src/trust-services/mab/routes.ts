import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { answerUnavailable, dropConnection, neverAnswer } from '../../http/broken-answers.ts'
import type { Identity } from '../../time-stamp-authority/certificates.ts'
import type { TrustServiceContext } from '../context.ts'
import { acceptForms } from '../approval-routes.ts'
import { isEnrolled } from '../is-enrolled.ts'
import { at, textAt } from '../json.ts'
import { profileOf } from '../keys.ts'
import type { KeyProfile } from '../keys.ts'
import { issuedProfile, makeSignature, statusOf } from '../make-signature.ts'
import { tamperingModes } from '../tampering-modes.ts'
import { openActivationData } from './activation-data.ts'
import type { AllowedDocuments } from './activation-data.ts'
import { refuseAs, registerMabAuthorisation, signPath } from './authorisation.ts'

const levels = ['AdES-B-B', 'AdES-B-T', 'AdES-B-LT', 'AdES-B-LTA']

/** Multiple Authentication Broker: people approve by redirect, then the customer has a CMS made for each hash. */
export async function registerMab(
  tls: FastifyInstance,
  app: FastifyInstance,
  context: TrustServiceContext,
): Promise<void> {
  const { faults, url } = context
  const activations = openActivationData(url)
  await tls.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      const broken = faults.take('mab', ['timeout', 'status_503', 'refused'])
      if (broken === 'timeout') return neverAnswer(reply)
      if (broken === 'refused') return dropConnection(reply)
      if (broken === 'status_503') return answerUnavailable(reply)
      return undefined
    })
    acceptForms(scope)
    registerMabAuthorisation(scope, app, context, activations)
    scope.post(signPath, (request, reply) => {
      if (!isEnrolled(request)) return refuseAs(reply, 'invalid_client')
      const { body } = request
      const allowed = activations.use(textAt(body, 'SAD') ?? '')
      if (allowed === 'expired') return refuseAs(reply, 'expired_token')
      const hashes = hashesIn(body)
      const isAllowed =
        allowed &&
        hashes &&
        allowed.credentialId === textAt(body, 'credentialID') &&
        (!allowed.hashes || allowed.hashes.join() === hashes.join())
      const profile = allowed && profileOf(allowed.credentialId)
      if (!isAllowed || !profile) return refuseAs(reply, 'invalid_token')
      return signed(context, allowed, profile, hashes, textAt(body, 'conformanceLevel') ?? 'AdES-B-LT')
    })
  })
}

function hashesIn(body: unknown): string[] | undefined {
  const hashes = at(body, 'documentDigests', 'hashes')
  const isWellFormed =
    textAt(body, 'signatureFormat') === 'P' &&
    levels.includes(textAt(body, 'conformanceLevel') ?? 'AdES-B-LT') &&
    textAt(body, 'documentDigests', 'hashAlgorithmOID') === '2.16.840.1.101.3.4.2.1'
  return isWellFormed && Array.isArray(hashes) && hashes.length > 0 ? hashes.map(String) : undefined
}

function signed(
  context: TrustServiceContext,
  allowed: AllowedDocuments,
  profile: KeyProfile,
  hashes: string[],
  level: string,
): object {
  const tampered = context.faults.take('mab', tamperingModes)
  const signer = signerFor(context, allowed, issuedProfile(profile, tampered))
  const objects = hashes.map((hash) => {
    const digest = Buffer.from(hash, 'base64')
    const withTimestamp = level !== 'AdES-B-B'
    const toSign = { profile, digest, algorithm: 'sha256' as const, withTimestamp, tampered }
    // As the real one does now and then: base64url, without padding.
    return makeSignature(context, signer, toSign).toString('base64url')
  })
  const { ocsps, crls } = statusOf(context, profile, signer)
  const base64 = (ders: Buffer[]): string[] => ders.map((der) => der.toString('base64'))
  const isLongTerm = level === 'AdES-B-LT' || level === 'AdES-B-LTA'
  return {
    responseID: randomUUID(),
    SignatureObject: objects,
    ...(isLongTerm ? { validationInfo: { ocsp: base64(ocsps), crl: base64(crls) } } : {}),
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

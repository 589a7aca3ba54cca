import { randomBytes } from 'node:crypto'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { organisationIn } from '@countersign/pdf-signature/cms/certificates/distinguished-name.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import {
  type StepwiseTrustService,
  StepwiseSigningFailed,
} from '#api/providers/trust-service/stepwise/port.ts'
import * as repository from './repository.ts'
import { type Seal, type SealCertificate, statusOf } from './seal.ts'

/** What the trust service said: whom the key's certificate names, or why it is none of this organisation's. */
type Proof = { readonly certificate: SealCertificate } | { readonly refusal: string }

/**
 * The job that asks the trust service whether it has this organisation's key: by a signature over chance, which nobody
 * keeps. Until it has given one nobody can seal. A service that is away is asked again.
 */
export async function proveSeal(context: Context, sealId: string): Promise<void> {
  const seal = await repository.findById(context.db, sealId)
  if (!seal || statusOf(seal) !== 'PENDING') return
  const name = seal.service ?? context.trustServices.nameFor(`SEAL_${seal.quality}`, seal.legislation)
  const service = name === null ? null : context.trustServices.named(name)
  const proof = service
    ? await askService(service, seal)
    : { refusal: 'No trust service is set up for seals of this level.' }
  await transaction(context.db, async (tx) => {
    const current = await repository.lockForNoKeyUpdate(tx, sealId)
    if (!current || statusOf(current) !== 'PENDING') return
    const certificate = 'certificate' in proof ? proof.certificate : null
    const refusal = 'refusal' in proof ? proof.refusal : null
    const provedAt = certificate ? context.now() : null
    await repository.saveProof(tx, sealId, { service: name, certificate, provedAt, refusal })
    await appendBusinessEvent(tx, current.businessId, {
      type: certificate ? 'seal_proved' : 'seal_refused',
      at: context.now(),
      actor: systemActor,
      data: { sealId, name: current.accountName, service: name, certificate, refusal },
    })
  })
}

async function askService(service: StepwiseTrustService, seal: Seal): Promise<Proof> {
  const { quality, legislation, sealName } = seal
  try {
    const progress = await service.begin({
      reference: `proof-${seal.id}-${randomBytes(4).toString('hex')}`,
      documents: [{ id: 'proof', digest: randomBytes(32), label: 'Test' }],
      party: { kind: 'seal', quality, legislation, sealName },
      language: 'en',
      message: 'Test of a seal',
      returnUrl: '',
    })
    const [signed] = progress.kind === 'signed' ? progress.signatures : []
    if (!signed) return { refusal: 'The trust service asks for an approval: this key is no seal.' }
    return read(signed.certificate, seal)
  } catch (error) {
    if (!(error instanceof StepwiseSigningFailed) || error.code === 'unavailable') throw error
    return { refusal: error.message }
  }
}

/** A service may know one key for all that it is asked for: the seal is whose the certificate says. */
function read(der: Uint8Array, { organisation }: Seal): Proof {
  const { subjectName, subject, issuer, serialNumber, notAfter } = parseCertificate(der)
  const named = organisationIn(subjectName)
  if (named !== organisation)
    return { refusal: `Its certificate names ${named ?? 'nobody'}, not ${organisation}.` }
  return { certificate: { subject, issuer, serial: serialNumber, notAfter: notAfter.toISOString() } }
}

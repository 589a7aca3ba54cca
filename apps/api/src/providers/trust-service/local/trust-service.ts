import { createHash, sign } from 'node:crypto'
import { buildSignedData } from '@countersign/pdf-signature/cms/signed-data.ts'
import { signedAttributes } from '@countersign/pdf-signature/cms/signed-attributes.ts'
import { SigningFailed } from '../port.ts'
import type { ServiceSignature, SignatureOrder, TrustService, ValidationMaterial } from '../port.ts'
import type { LocalAuthority } from './authority.ts'
import type { Identity } from './identity.ts'
import type { PersonalHolder } from './personal-certificate.ts'
import { currentCrl, ownOcspResponse } from './status.ts'

/** Digests that one person signs at once, with one certificate issued for it. */
export interface PersonalOrder {
  readonly holder: PersonalHolder
  readonly digests: readonly Uint8Array[]
  readonly timestamp: SignatureOrder['timestamp']
}

export interface PersonalSigning {
  /** In the order of the digests. */
  signAsPerson(order: PersonalOrder): Promise<ServiceSignature[]>
}

/**
 * Signs with this installation's own certificates: the service's for SES, the self-signed one for demonstrations, and one
 * in a person's name that is made for the occasion.
 */
export function localTrustService(authority: LocalAuthority): TrustService & PersonalSigning {
  return {
    async sign(order) {
      if (order.digest.length !== 32) throw new SigningFailed('The digest is not a SHA-256 one')
      const isDemo = order.quality === 'DEMO'
      const signer = isDemo ? await authority.current('demo') : await goodService(authority)
      const chain = isDemo ? [] : [(await authority.current('issuing')).certificate.raw]
      const cms = await stampedCms(order, signer, chain)
      if (isDemo) return { cms, certificate: signer.certificate.raw, validation: none }
      const [validation] = await Promise.all([
        serviceValidation(authority, signer),
        requireGood(authority, signer),
      ])
      return { cms, certificate: signer.certificate.raw, validation }
    },
    async signAsPerson({ holder, digests, timestamp }) {
      const signer = await authority.issuePersonal(holder)
      const chain = [(await authority.current('issuing')).certificate.raw]
      const cmss = await Promise.all(
        digests.map((digest) => stampedCms({ digest, timestamp }, signer, chain)),
      )
      const validation = await serviceValidation(authority, signer)
      return cmss.map((cms) => ({ cms, certificate: signer.certificate.raw, validation }))
    },
    anchors: () => authority.anchors(),
    sharedCertificates: () => authority.sharedCertificates(),
  }
}

// A self-signed certificate is its own anchor: nobody else could tell its status.
const none: ValidationMaterial = { certificates: [], ocsps: [], crls: [] }

/** The service's identity; one that was revoked is replaced and never signs again. */
async function goodService(authority: LocalAuthority): Promise<Identity> {
  const signer = await authority.current('service')
  const status = await authority.store.findStatus(signer.certificate.serialNumber)
  return status === 'good' ? signer : authority.replace('service', signer)
}

/** After the timestamp: a key that was revoked meanwhile has signed for nothing, and the next try has another. */
async function requireGood(authority: LocalAuthority, { certificate }: Identity): Promise<void> {
  const status = await authority.store.findStatus(certificate.serialNumber)
  if (status !== 'good') throw new Error('the key was revoked while it signed')
}

async function stampedCms(
  order: Pick<SignatureOrder, 'digest' | 'timestamp'>,
  signer: Identity,
  chain: Uint8Array[],
): Promise<Uint8Array> {
  const certificate = signer.certificate.raw
  const attributes = signedAttributes({ digest: order.digest, certificate })
  const signature = sign('sha256', attributes, signer.privateKey)
  const timestampToken = await order.timestamp(createHash('sha256').update(signature).digest())
  const algorithm = signer.privateKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256'
  return buildSignedData({
    certificate,
    chain,
    signedAttributes: attributes,
    signature,
    algorithm,
    timestampToken,
  })
}

/** Made after the time-stamp, so that the status is of that moment or later. */
async function serviceValidation(authority: LocalAuthority, signer: Identity): Promise<ValidationMaterial> {
  const issued = [
    await authority.current('issuing'),
    await authority.current('root'),
    await authority.current('ocsp'),
  ]
  return {
    certificates: issued.map(({ certificate }) => certificate.raw),
    ocsps: [await ownOcspResponse(authority, signer.certificate, 'good')],
    crls: [await currentCrl(authority, 'root')],
  }
}

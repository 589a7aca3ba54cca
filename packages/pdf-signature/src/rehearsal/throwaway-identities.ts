import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { generalizedTime, integer, octetString, oid, sequence } from '../cms/der/der-writer.ts'
import { authorityConstraints, extendedKeyUsage, keyUsage } from '../cms/certificates/extension-encoding.ts'
import { issueCertificate } from '../cms/certificates/issuing.ts'
import { encodeName } from '../cms/certificates/name-encoding.ts'
import { oids } from '../cms/der/object-identifiers.ts'
import { signedAttributes } from '../cms/signed-attributes.ts'
import { buildSignedData } from '../cms/signed-data.ts'

interface Identity {
  readonly certificate: Uint8Array
  readonly key: KeyObject
}

/** An authority, a signer and a time-stamping unit that exist in this process alone. */
export interface ThrowawayIdentities {
  readonly root: Identity
  readonly signer: Identity
  readonly timestamper: Identity
}

const day = 86_400_000

let known: ThrowawayIdentities | undefined

/** Made once: their keys never leave the process, and nothing that is signed with them is kept. */
export function throwawayIdentities(): ThrowawayIdentities {
  known ??= makeIdentities()
  return known
}

function makeIdentities(): ThrowawayIdentities {
  const authority = [authorityConstraints(), keyUsage('keyCertSign', 'crlSign')]
  const root = identity('Rehearsal', authority)
  const stamping = [keyUsage('digitalSignature'), extendedKeyUsage([oids.timeStamping], true)]
  return {
    root,
    signer: identity('Rehearsal signer', [keyUsage('digitalSignature', 'nonRepudiation')], root),
    timestamper: identity('Rehearsal time-stamps', stamping, root),
  }
}

function identity(name: string, extensions: readonly Uint8Array[], issuer?: Identity): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const certificate = issueCertificate(
    {
      serialNumber: Uint8Array.of(0x40, ...randomBytes(11)),
      subject: encodeName([['CN', name]]),
      issuer: encodeName([['CN', 'Rehearsal']]),
      publicKeyInfo: publicKey.export({ format: 'der', type: 'spki' }),
      notBefore: new Date(now - day),
      notAfter: new Date(now + 365 * day),
      extensions,
    },
    issuer?.key ?? privateKey,
  )
  return { certificate, key: privateKey }
}

/** A CMS over the digest of a file's byte range (ETSI EN 319 142-1 §6.3). */
export function signDigest({ certificate, key }: Identity, digest: Uint8Array): Uint8Array {
  return signedData({ certificate, key }, signedAttributes({ digest, certificate }))
}

/** A time-stamp token over a SHA-256 digest (RFC 3161 §2.4.2). */
export function stampDigest({ certificate, key }: Identity, digest: Uint8Array, time: Date): Uint8Array {
  const imprint = sequence(sequence(oid(oids.sha256)), octetString(digest))
  const bytes = sequence(integer(1), oid('1.2.3.4'), imprint, integer(1), generalizedTime(time))
  const hash = createHash('sha256').update(bytes).digest()
  const attributes = signedAttributes({ digest: hash, certificate, contentType: oids.tstInfo })
  return signedData({ certificate, key }, attributes, { type: oids.tstInfo, bytes })
}

function signedData(
  { certificate, key }: Identity,
  attributes: Uint8Array,
  content?: { readonly type: string; readonly bytes: Uint8Array },
): Uint8Array {
  return buildSignedData({
    certificate,
    chain: [],
    signedAttributes: attributes,
    signature: sign('sha256', attributes, key),
    algorithm: 'ES256',
    ...(content ? { content } : {}),
  })
}

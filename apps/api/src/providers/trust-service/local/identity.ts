import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import type { Certificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { decrypt, encrypt, keyOf, type MasterKey } from '#api/platform/secrets/secret-box.ts'
import { keyContext, type StoredKey } from './key-store.ts'

/** A certificate and its private key. */
export interface Identity {
  readonly name: string
  readonly certificate: Certificate
  readonly privateKey: KeyObject
}

/** P-256 is small and quick; RSA of 3072 bits is for the person who has to satisfy validators that know no other. */
export type KeyKind = 'P-256' | 'RSA-3072'

export const generateKeys = (kind: KeyKind): { publicKey: KeyObject; privateKey: KeyObject } =>
  kind === 'RSA-3072'
    ? generateKeyPairSync('rsa', { modulusLength: 3072 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })

export const isOfKind = ({ privateKey }: Identity, kind: KeyKind): boolean =>
  privateKey.asymmetricKeyType === (kind === 'RSA-3072' ? 'rsa' : 'ec')

/** As it is stored: the private key encrypted for this name only. */
export function encryptIdentity(
  { name, certificate, privateKey }: Identity,
  masterKey: MasterKey,
): StoredKey {
  const plain = privateKey.export({ format: 'der', type: 'pkcs8' })
  return { name, certificate: certificate.raw, privateKey: encrypt(masterKey, plain, keyContext(name)) }
}

/** Throws DecryptionFailed when the master key is not the one that encrypted it. */
export function decryptIdentity(
  { name, certificate, privateKey }: StoredKey,
  masterKey: MasterKey,
): Identity {
  const plain = Buffer.from(decrypt(masterKey, privateKey, keyContext(name)))
  return {
    name,
    certificate: parseCertificate(certificate),
    privateKey: createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' }),
  }
}

/** The master key that encrypted a stored key. Throws DecryptionFailed if it is none of those. */
export const masterKeyOf = ({ name, privateKey }: StoredKey, masterKey: MasterKey): Uint8Array =>
  keyOf(masterKey, privateKey, keyContext(name))

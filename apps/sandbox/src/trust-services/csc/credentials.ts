import { createPublicKey, generateKeyPair, privateEncrypt, constants } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { issuePerson, issueSeal } from '../../pki/issue-signer.ts'
import { YEAR } from '../../time-stamp-authority/certificates.ts'
import type { Identity } from '../../time-stamp-authority/certificates.ts'
import type { TrustServiceContext } from '../context.ts'
import { personProfiles, profileOf } from '../keys.ts'
import type { KeyProfile } from '../keys.ts'

/** An organisation's credential opens with this. */
export const SEAL_PIN = '246810'

export type Credential = { id: string; profile: KeyProfile; identity: Identity; chain: Buffer[] }
export type Credentials = {
  /** Those of a person, by their email. */
  listOf(userId: string): Promise<string[]>
  get(id: string): Promise<Credential | undefined>
}

export function openCredentials({ authority, subscribers }: TrustServiceContext): Credentials {
  const credentials = new Map<string, Credential>()
  // One key serves all: making an RSA key takes a second, and nobody here has anything to lose.
  let key: Promise<KeyObject> | undefined
  const rsaKey = () =>
    (key ??= promisify(generateKeyPair)('rsa', { modulusLength: 3072 }).then(({ privateKey }) => privateKey))

  const open = async (id: string): Promise<Credential | undefined> => {
    const [name = '', holder = ''] = id.split(':')
    const profile = profileOf(name)
    if (!profile || holder === '') return undefined
    const branch = authority.branches[profile.legislation]
    const own = await rsaKey()
    const now = new Date()
    const identity =
      profile.holder === 'person'
        ? issuePerson(branch, profile.quality, subscribers.byEmail(holder), now, YEAR, own)
        : issueSeal(branch, profile.quality, holder, now, YEAR, own)
    return { id, profile, identity, chain: [identity.der, branch.issuing.der] }
  }
  return {
    listOf: async (userId) => personProfiles.map((name) => `${name}:${userId.toLowerCase()}`),
    get: async (id) => {
      const credential = credentials.get(id) ?? (await open(id))
      if (credential) credentials.set(id, credential)
      return credential
    },
  }
}

const sha256Prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** PKCS #1 v1.5 over a SHA-256 hash that someone else has made (RFC 8017 §9.2). */
export function signHash({ key }: Identity, hash: Buffer): Buffer {
  const padding = constants.RSA_PKCS1_PADDING
  return privateEncrypt({ key, padding }, Buffer.concat([sha256Prefix, hash]))
}

export const keyLength = ({ key }: Identity): number =>
  createPublicKey(key).asymmetricKeyDetails?.modulusLength ?? 0

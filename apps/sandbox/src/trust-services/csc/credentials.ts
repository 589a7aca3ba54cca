import { createHmac, generateKeyPair } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { issuePerson, issueSeal } from '../../pki/issue-signer.ts'
import { generateKey, YEAR } from '../../time-stamp-authority/certificates.ts'
import type { Identity } from '../../time-stamp-authority/certificates.ts'
import type { TrustServiceContext } from '../context.ts'
import { personProfiles, profileOf } from '../keys.ts'
import type { KeyProfile } from '../keys.ts'

/** An organisation's credential opens with this. */
export const SEAL_PIN = '246810'
/** In base32: anyone who has it computes the one-time passwords of a credential whose name ends in `:totp`. */
export const SEAL_TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** What an organisation's credential asks for besides the PIN: nothing, a computed code, or one that is sent. */
export type SecondFactor = 'totp' | 'sent'
export type Credential = {
  id: string
  profile: KeyProfile
  identity: Identity
  chain: Buffer[]
  secondFactor?: SecondFactor
}
export type Credentials = {
  /** Those of a person, by their email. */
  listOf(userId: string): string[]
  get(id: string): Promise<Credential | undefined>
}

export function openCredentials(
  { authority, subscribers }: TrustServiceContext,
  kind: 'rsa' | 'ec',
): Credentials {
  const credentials = new Map<string, Credential>()
  // One key serves all: making an RSA key takes a second, and nobody here has anything to lose.
  let key: Promise<KeyObject> | undefined
  const made = () =>
    kind === 'ec'
      ? Promise.resolve(generateKey())
      : promisify(generateKeyPair)('rsa', { modulusLength: 3072 }).then(({ privateKey }) => privateKey)
  const ownKey = () => (key ??= made())

  const open = async (id: string): Promise<Credential | undefined> => {
    const [name = '', holder = '', second] = id.split(':')
    const profile = profileOf(name)
    if (!profile || holder === '') return undefined
    const branch = authority.branches[profile.legislation]
    const own = await ownKey()
    const now = new Date()
    const identity =
      profile.holder === 'person'
        ? issuePerson(branch, profile.quality, subscribers.byEmail(holder), now, YEAR, own)
        : issueSeal(branch, profile.quality, holder, now, YEAR, own)
    const secondFactor = second === 'totp' || second === 'sent' ? second : undefined
    const chain = [identity.der, branch.issuing.der]
    return { id, profile, identity, chain, ...(secondFactor ? { secondFactor } : {}) }
  }
  return {
    listOf: (userId) => personProfiles.map((name) => `${name}:${userId.toLowerCase()}`),
    get: async (id) => {
      const credential = credentials.get(id) ?? (await open(id))
      if (credential) credentials.set(id, credential)
      return credential
    },
  }
}

/** RFC 6238, with its defaults: SHA-1, 6 digits, 30 seconds. */
export function totp(secret: string, now: number, step = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + step))
  const mac = createHmac('sha1', bytes).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

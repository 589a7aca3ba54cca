import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/*
 * A passkey in software: what an authenticator and the browser before it make of the api's options (WebAuthn § 6, § 5.8.1),
 * with an ES256 key and no attestation.
 */
export interface Authenticator {
  readonly credentialId: string
  /** What navigator.credentials.create() answers. */
  register(options: Record<string, unknown>, but?: AuthenticatorOptions): Record<string, unknown>
  /** What navigator.credentials.get() answers. */
  sign(options: Record<string, unknown>, but?: AuthenticatorOptions): Record<string, unknown>
}

/** What a forged, phished or copied passkey does otherwise. */
export interface AuthenticatorOptions {
  readonly origin?: string
  readonly type?: string
  readonly challenge?: string
  readonly relyingParty?: string
  readonly count?: number
  readonly userHandle?: string
  readonly isPresent?: boolean
  readonly format?: string
}

export function makeAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let count = 0
  let userHandle = ''
  const relyingParty = new URL(origin).hostname
  const shared = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} }

  const answer = (
    type: string,
    options: Record<string, unknown>,
    but: AuthenticatorOptions,
    more: Uint8Array = Buffer.alloc(0),
  ) => {
    count += 1
    const client = {
      type: but.type ?? type,
      challenge: but.challenge ?? options.challenge,
      origin: but.origin ?? origin,
      crossOrigin: false,
    }
    // User present and verified, and with a new credential its key.
    const flags = (but.isPresent === false ? 0 : 0x05) | (more.length > 0 ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(but.count ?? count)
    const party = createHash('sha256')
      .update(but.relyingParty ?? relyingParty)
      .digest()
    return {
      clientData: Buffer.from(JSON.stringify(client)),
      data: Buffer.concat([party, Buffer.of(flags), counter, more]),
    }
  }

  return {
    credentialId,
    register: (options, but = {}) => {
      userHandle = (options.user as { id: string }).id
      const { clientData, data } = answer('webauthn.create', options, but, credential(id, publicKey))
      const attestation = { fmt: but.format ?? 'none', attStmt: {}, authData: data }
      return {
        ...shared,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign: (options, but = {}) => {
      const { clientData, data } = answer('webauthn.get', options, but)
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
      return {
        ...shared,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: but.userHandle ?? userHandle,
        },
      }
    },
  }
}

/** AAGUID (none), the credential's id, and its key as COSE has it (RFC 9053 § 7.1.1). */
function credential(id: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const key = new Map<number, number | Buffer>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  return Buffer.concat([Buffer.alloc(16), length, id, cbor(key)])
}

type Value = number | string | Buffer | Map<number, number | Buffer> | { readonly [key: string]: Value }

/** As much of RFC 8949 as these take. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries: [Value, Value][] = value instanceof Map ? [...value] : Object.entries(value)
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.of((major << 5) | count)
  if (count < 256) return Buffer.of((major << 5) | 24, count)
  return Buffer.of((major << 5) | 25, count >> 8, count & 0xff)
}

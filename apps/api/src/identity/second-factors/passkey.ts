import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import * as z from 'zod/mini'
import { Refusal } from '#api/platform/refusal.ts'
import { type PasskeyFactor, setupMinutes } from './second-factor.ts'

/** Whom passkeys are made for: the installation's own address, whatever a Host header says. */
function relyingParty(publicUrl: string): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

// Ed25519, ES256 and RS256 (RFC 9053 § 2, RFC 8812 § 2): what authenticators have.
const algorithms = [-8, -7, -257]

const Bytes = z.string().check(z.minLength(1), z.maxLength(60_000), z.regex(/^[\w-]+$/))
const shared = { id: Bytes, rawId: Bytes, type: z.literal('public-key') }
const Registration = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z._default(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10)), []),
  }),
})
const Assertion = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
})

/** What navigator.credentials.create() is asked; `options.challenge` has to come back signed. */
export function registrationOptions(given: {
  readonly publicUrl: string
  readonly account: { readonly id: string; readonly email: string; readonly name: string }
  readonly known: readonly PasskeyFactor[]
}) {
  return generateRegistrationOptions({
    rpName: 'Countersign',
    rpID: relyingParty(given.publicUrl).id,
    userID: Uint8Array.from(userHandle(given.account.id)),
    userName: given.account.email,
    userDisplayName: given.account.name,
    timeout: setupMinutes.passkey * 60_000,
    // Which make of authenticator it is, is nobody's business here.
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: given.known.map(described),
  })
}

/** The passkey that this answer brings; refuses one that is not signed for us, now and here (WebAuthn § 7.1). */
export async function readRegistration(
  publicUrl: string,
  challenge: string,
  given: unknown,
): Promise<Pick<PasskeyFactor, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>> {
  const response = parsed(Registration, given)
  const { id, origin } = relyingParty(publicUrl)
  const { registrationInfo } = await refusing(() => {
    refuseAttestation(response.response.attestationObject)
    return verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
  })
  if (!registrationInfo) throw new Refusal('second_factor.passkey_invalid')
  const { credential } = registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: response.response.transports,
  }
}

/** What navigator.credentials.get() is asked. */
export function assertionOptions(given: {
  readonly publicUrl: string
  readonly challenge: string
  readonly known: readonly PasskeyFactor[]
  readonly minutes: number
}) {
  return generateAuthenticationOptions({
    rpID: relyingParty(given.publicUrl).id,
    challenge: isoBase64URL.toBuffer(given.challenge),
    allowCredentials: given.known.map(described),
    userVerification: 'preferred',
    timeout: given.minutes * 60_000,
  })
}

/** Which of the account's passkeys signed this challenge, and its count; refuses any other answer (WebAuthn § 7.2). */
export async function readAssertion(
  expected: {
    readonly publicUrl: string
    readonly challenge: string
    readonly accountId: string
    readonly known: readonly PasskeyFactor[]
  },
  given: unknown,
): Promise<{ readonly passkey: PasskeyFactor; readonly signCount: number }> {
  const response = parsed(Assertion, given)
  const id = Buffer.from(response.id, 'base64url')
  const passkey = expected.known.find((one) => one.credentialId.equals(id))
  const { userHandle: holder, ...signed } = response.response
  const isAnothers = Boolean(holder) && holder !== userHandle(expected.accountId).toString('base64url')
  if (!passkey || isAnothers) throw new Refusal('second_factor.passkey_invalid')
  const party = relyingParty(expected.publicUrl)
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      expectedChallenge: expected.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        id: response.id,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.signCount,
      },
    }),
  )
  if (!verified) throw new Refusal('second_factor.passkey_invalid')
  return { passkey, signCount: authenticationInfo.newCounter }
}

/** WebAuthn § 14.6.1: random bytes that say nothing about the person. */
function userHandle(accountId: string): Buffer {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex')
}

function described(passkey: PasskeyFactor) {
  return { id: passkey.credentialId.toString('base64url'), transports: [...passkey.transports] }
}

/**
 * Asked for no attestation, a browser gives none, or one by the passkey itself. One with certificates is not looked at:
 * checking it would mean to fetch what its certificates name.
 */
function refuseAttestation(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  const isByItself = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isByItself) throw new Error(`an attestation that was not asked for: ${format}`)
}

function parsed<Shape extends z.ZodMiniType>(shape: Shape, given: unknown): z.output<Shape> {
  const read = z.safeParse(shape, given)
  if (!read.success) throw new Refusal('second_factor.passkey_invalid', { cause: read.error })
  return read.data
}

/** The library throws at whatever is wrong with an answer. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new Refusal('second_factor.passkey_invalid', { cause })
  }
}

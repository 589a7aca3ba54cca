import { createPublicKey, X509Certificate } from 'node:crypto'
import type { Credential } from './credentials.ts'
import type { CscProvider } from './providers.ts'
import { multisignOf } from './read-authorisation.ts'

export type RequestedInfo = {
  certificates: 'none' | 'single' | 'chain'
  certInfo: boolean
  authInfo: boolean
}

/** CSC API v1 §11.5, v2 §11.5: only what was asked for. */
export function describe(provider: CscProvider, credential: Credential, requested: RequestedInfo): object {
  return {
    key: keyOf(provider, credential),
    cert: certificateOf(credential, requested),
    ...(provider.version === 1
      ? firstAuth(credential, requested)
      : { auth: secondAuth(credential, requested) }),
    SCAL: '2',
    multisign: multisignOf(credential.id),
    lang: 'en',
  }
}

function keyOf({ algorithms }: CscProvider, { identity }: Credential): object {
  const { asymmetricKeyDetails: details, asymmetricKeyType } = createPublicKey(identity.key)
  return asymmetricKeyType === 'ec'
    ? { status: 'enabled', algo: algorithms, len: 256, curve: '1.2.840.10045.3.1.7' }
    : { status: 'enabled', algo: algorithms, len: details?.modulusLength }
}

function certificateOf({ identity, chain }: Credential, { certificates, certInfo }: RequestedInfo): object {
  const certificate = new X509Certificate(identity.der)
  const time = (text: string): string => new Date(text).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  const shown = chain.slice(0, certificates === 'chain' ? chain.length : 1)
  return {
    status: 'valid',
    ...(certificates === 'none' ? {} : { certificates: shown.map((der) => der.toString('base64')) }),
    ...(certInfo
      ? {
          issuerDN: certificate.issuer.replaceAll('\n', ', '),
          serialNumber: certificate.serialNumber,
          subjectDN: certificate.subject.replaceAll('\n', ', '),
          validFrom: time(certificate.validFrom),
          validTo: time(certificate.validTo),
        }
      : {}),
  }
}

const words = {
  pin: { label: 'PIN', description: 'Please enter the signature PIN' },
  totp: { label: 'Mobile OTP', description: 'Please enter the 6 digits that your app shows' },
  sent: { label: 'Mobile OTP', description: 'Please enter the 6 digit code you received by SMS' },
}

/** Version 1: a mode, and the groups PIN and OTP. */
function firstAuth({ profile, secondFactor }: Credential, { authInfo }: RequestedInfo): object {
  if (profile.holder === 'person') return { authMode: 'oauth2code' }
  if (!authInfo) return { authMode: 'explicit' }
  const otp = { presence: 'true', ID: 'MB01-K741200', format: 'N' }
  return {
    authMode: 'explicit',
    PIN: { presence: 'true', format: 'N', ...words.pin },
    OTP:
      secondFactor === 'totp'
        ? { ...otp, type: 'offline', provider: 'totp', ...words.totp }
        : secondFactor === 'sent'
          ? { ...otp, type: 'online', ...words.sent }
          : { presence: 'false' },
  }
}

/** Version 2: a mode, and authentication objects with how they go together (§8.3). */
function secondAuth({ profile, secondFactor }: Credential, { authInfo }: RequestedInfo): object {
  if (profile.holder === 'person') return { mode: 'oauth2code' }
  if (!authInfo) return { mode: 'explicit' }
  const pin = { type: 'Password', id: 'PIN', format: 'N', ...words.pin }
  const otp = { type: 'Password', id: 'OTP', format: 'N', generator: 'totp', ...words.totp }
  return secondFactor === 'totp'
    ? { mode: 'explicit', expression: 'PIN AND OTP', objects: [pin, otp] }
    : { mode: 'explicit', expression: 'PIN', objects: [pin] }
}

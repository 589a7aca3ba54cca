import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { TrustServiceContext } from '../context.ts'
import { at, textAt } from '../json.ts'
import type { OneTimeStore } from '../once.ts'
import { SEAL_PIN, SEAL_TOTP_SECRET, totp } from './credentials.ts'
import type { Credentials, SecondFactor } from './credentials.ts'
import { cscRefusals, invalid, isRefusal, missing, refuse, wrong } from './errors.ts'
import type { Refusal } from './errors.ts'
import { apiOf } from './providers.ts'
import type { CscProvider } from './providers.ts'
import { multisignOf, normalised, readWithAlgorithm } from './read-authorisation.ts'
import type { Activation } from './read-authorisation.ts'

/** credentials/authorize, and credentials/sendOTP of version 1: for credentials that open without a page. */
export function registerExplicit(
  provider: CscProvider,
  scope: FastifyInstance,
  { faults, messages }: TrustServiceContext,
  { credentials, activations }: { credentials: Credentials; activations: OneTimeStore<Activation> },
): void {
  const base = apiOf(provider)
  const sentCodes = new Map<string, string>()
  const isAccepted = (second: SecondFactor | undefined, id: string, otp: string): boolean => {
    if (second === 'sent') return otp !== '' && sentCodes.get(id) === otp
    return second === undefined || [-1, 0, 1].some((step) => totp(SEAL_TOTP_SECRET, Date.now(), step) === otp)
  }
  scope.post(`${base}/credentials/authorize`, async ({ body }, reply) => {
    const fault = faults.take('csc', ['invalid_pin', 'invalid_otp'])
    if (fault) return refuse(reply, cscRefusals[fault])
    const id = textAt(body, 'credentialID')
    if (!id) return refuse(reply, missing('string', 'credentialID'))
    const credential = await credentials.get(id)
    if (credential?.profile.holder !== 'seal') return refuse(reply, wrong('credentialID'))
    const activation =
      provider.version === 1
        ? readHashes(id, body, 'hash')
        : readWithAlgorithm(at(body, 'hashAlgorithmOID'), () => readHashes(id, body, 'hashes'))
    if (isRefusal(activation)) return refuse(reply, activation)
    const { pin, otp } = provider.version === 1 ? firstFactors(body) : secondFactors(body)
    // Version 2 has one error for all of them.
    const v2 = { error: 'invalid_authentication_data', description: 'The authentication data is invalid' }
    if (pin !== SEAL_PIN) return refuse(reply, provider.version === 1 ? cscRefusals.invalid_pin : v2)
    if (!isAccepted(credential.secondFactor, id, otp))
      return refuse(reply, provider.version === 1 ? cscRefusals.invalid_otp : v2)
    sentCodes.delete(id)
    return { SAD: activations.put(activation), expiresIn: 300 }
  })
  if (provider.version === 1)
    scope.post(`${base}/credentials/sendOTP`, async ({ body }, reply) => {
      const id = textAt(body, 'credentialID')
      if (!id) return refuse(reply, missing('string', 'credentialID'))
      if ((await credentials.get(id))?.secondFactor !== 'sent') return refuse(reply, wrong('credentialID'))
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      sentCodes.set(id, code)
      const text = `${code} is your code to sign with ${id}`
      messages.add({ channel: 'sms', to: '+41790000000', subject: '', text, html: '', attachments: [] })
      return reply.code(204).send()
    })
}

function readHashes(credentialId: string, body: unknown, name: 'hash' | 'hashes'): Activation | Refusal {
  const count = at(body, 'numSignatures')
  if (!Number.isInteger(count)) return missing('integer', 'numSignatures')
  if (Number(count) < 1) return invalid('Invalid value for parameter numSignatures')
  if (Number(count) > multisignOf(credentialId)) return invalid('Numbers of signatures is too high')
  const hashes = at(body, name)
  // SCAL 2: the SAD is for these hashes.
  if (!Array.isArray(hashes) || hashes.length !== count) return missing('array', name)
  return { credentialId, hashes: hashes.map((hash) => normalised(String(hash))) }
}

const firstFactors = (body: unknown) => ({ pin: textAt(body, 'PIN'), otp: textAt(body, 'OTP') ?? '' })

function secondFactors(body: unknown): { pin: string | undefined; otp: string } {
  const entries = at(body, 'authData')
  const valueOf = (id: string): string | undefined =>
    Array.isArray(entries)
      ? textAt(
          entries.find((each) => textAt(each, 'id') === id),
          'value',
        )
      : undefined
  return { pin: valueOf('PIN'), otp: valueOf('OTP') ?? '' }
}

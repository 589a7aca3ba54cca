import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { TrustServiceContext } from '../context.ts'
import { digestNamed, isHash } from '../hash-algorithms.ts'
import type { DigestName } from '../hash-algorithms.ts'
import { at, textAt } from '../json.ts'
import type { OneTimeStore } from '../once.ts'
import type { Credentials } from './credentials.ts'
import { cscRefusals, invalid, isRefusal, missing, refuse, wrong } from './errors.ts'
import type { Refusal } from './errors.ts'
import { apiOf } from './providers.ts'
import type { CscProvider } from './providers.ts'
import { normalised } from './read-authorisation.ts'
import type { Activation } from './read-authorisation.ts'
import { signHash } from './raw-signature.ts'
import type { Token } from './token-routes.ts'

type Order = { hashes: string[]; algorithm: DigestName }

/** A signature algorithm that says its hash; of RSA alone, the request has to. */
const implied: Record<string, DigestName> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
}

/** signatures/signHash (CSC API v1 §11.9, v2 §11.10). */
export function registerSignHash(
  provider: CscProvider,
  scope: FastifyInstance,
  { faults }: TrustServiceContext,
  stores: {
    credentials: Credentials
    activations: OneTimeStore<Activation>
    tokens: OneTimeStore<Token>
  },
): void {
  scope.post(`${apiOf(provider)}/signatures/signHash`, async ({ body, headers }, reply) => {
    if (faults.take('csc', ['expired_sad'])) return refuse(reply, cscRefusals.expired_sad)
    const id = textAt(body, 'credentialID')
    if (!id) return refuse(reply, missing('string', 'credentialID'))
    const credential = await stores.credentials.get(id)
    if (!credential) return refuse(reply, wrong('credentialID'))
    const order = readOrder(provider, body)
    if (isRefusal(order)) return refuse(reply, order)
    const activation = take(stores, textAt(body, 'SAD'), bearerOf(headers.authorization))
    if (isRefusal(activation)) return refuse(reply, activation)
    if (activation.credentialId !== id) return refuse(reply, wrong('SAD'))
    const isOther = activation.algorithm !== undefined && activation.algorithm !== order.algorithm
    if (isOther || order.hashes.some((hash) => !activation.hashes.includes(normalised(hash))))
      return refuse(reply, invalid('Hash is not authorized by the SAD'))
    if (order.hashes.length > activation.hashes.length)
      return refuse(reply, invalid('Numbers of signatures is too high'))
    const tampered = faults.take('csc', ['bad_signature', 'wrong_digest'])
    const signatures = order.hashes.map((hash) => {
      const right = Buffer.from(hash, 'base64')
      const digest = tampered === 'wrong_digest' ? Buffer.alloc(right.length) : right
      const signature = signHash(credential.identity.key, digest, order.algorithm)
      return (tampered === 'bad_signature' ? randomBytes(signature.length) : signature).toString('base64')
    })
    return { signatures }
  })
}

export const bearerOf = (header: string | undefined): string => (header ?? '').replace(/^Bearer /, '')

/** The SAD in the request, or from version 2 on a token of the credential in the header; either once. */
function take(
  { activations, tokens }: { activations: OneTimeStore<Activation>; tokens: OneTimeStore<Token> },
  sad: string | undefined,
  bearer: string,
): Activation | Refusal {
  const inHeader = tokens.get(bearer)?.activation
  if (sad === undefined && !inHeader) return missing('string', 'SAD')
  const name = sad ?? bearer
  const activation = tokens.get(name)?.activation ?? activations.take(name)
  tokens.take(name)
  return activation ?? wrong('SAD')
}

function readOrder({ version, algorithms }: CscProvider, body: unknown): Order | Refusal {
  const names =
    version === 1
      ? { hashes: 'hash', algorithm: 'hashAlgo' }
      : { hashes: 'hashes', algorithm: 'hashAlgorithmOID' }
  const hashes = at(body, names.hashes)
  if (!Array.isArray(hashes)) return missing('array', names.hashes)
  if (hashes.length === 0) return invalid('Empty hash array')
  const signAlgo = textAt(body, 'signAlgo')
  if (!signAlgo) return missing('string', 'signAlgo')
  if (!algorithms.includes(signAlgo)) return wrong('signAlgo')
  const named = textAt(body, names.algorithm)
  if (!implied[signAlgo] && !named) return missing('string', names.algorithm)
  const algorithm = implied[signAlgo] ?? digestNamed(named)
  if (!algorithm) return wrong(names.algorithm)
  const texts = hashes.map(String)
  if (texts.some((hash) => !/^[A-Za-z0-9+/]+={0,2}$/.test(hash)))
    return invalid('Invalid Base64 hash string parameter')
  return texts.every((hash) => isHash(hash, algorithm))
    ? { hashes: texts, algorithm }
    : invalid('Invalid digest value length')
}

import { randomBytes, X509Certificate } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerUnavailable, dropConnection, neverAnswer } from '../../http/broken-answers.ts'
import { acceptForms } from '../approval-routes.ts'
import { at, textAt } from '../json.ts'
import type { TrustServiceContext } from '../context.ts'
import { registerAuthorisation } from './authorisation.ts'
import type { Authorisation } from './authorisation.ts'
import { keyLength, openCredentials, SEAL_PIN, signHash } from './credentials.ts'
import type { Credential, Credentials } from './credentials.ts'
import { cscRefusals } from './errors.ts'

const base = '/csc/v2'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const RSA_SHA256 = '1.2.840.113549.1.1.11'

/** A remote signing service by the Cloud Signature Consortium's API, version 2: raw signatures over hashes. */
export async function registerCsc(
  tls: FastifyInstance,
  app: FastifyInstance,
  context: TrustServiceContext,
): Promise<void> {
  const credentials = openCredentials(context)
  await tls.register(async (scope) => {
    acceptForms(scope)
    breakAsTold(scope, context)
    const authorisation = await registerAuthorisation(scope, app, context)
    scope.post(`${base}/info`, () => information(context))
    await scope.register(async (guarded) => {
      guarded.addHook('preHandler', async (request, reply) => {
        if (!authorisation.tokens.has(request.headers.authorization))
          await reply.code(401).send({ error: 'invalid_token' })
      })
      registerCredentials(guarded, context, credentials)
      registerSigning(guarded, context, credentials, authorisation)
    })
  })
}

function breakAsTold(scope: FastifyInstance, { faults }: TrustServiceContext): void {
  scope.addHook('onRequest', async (_request, reply) => {
    const broken = faults.take('csc', ['timeout', 'status_503', 'refused'])
    if (broken === 'timeout') return neverAnswer(reply)
    if (broken === 'refused') return dropConnection(reply)
    if (broken === 'status_503') return answerUnavailable(reply)
    return undefined
  })
}

function information({ url, tlsUrl }: TrustServiceContext): object {
  return {
    specs: '2.0.0.2',
    name: 'Sandbox remote signing - TEST ONLY',
    logo: `${url}/favicon.svg`,
    region: 'CH',
    lang: 'en',
    description: 'Simulated; its signatures have no legal value',
    authType: ['oauth2code', 'oauth2client'],
    oauth2: tlsUrl,
    asynchronousOperationMode: false,
    methods: [
      'credentials/list',
      'credentials/info',
      'credentials/authorize',
      'signatures/signHash',
      'oauth2/pushed_authorize',
      'oauth2/authorize',
      'oauth2/token',
    ],
  }
}

function registerCredentials(
  scope: FastifyInstance,
  { faults }: TrustServiceContext,
  credentials: Credentials,
): void {
  scope.post(`${base}/credentials/list`, async ({ body }, reply) => {
    const userId = textAt(body, 'userID')
    if (!userId) return refuse(reply, 'invalid_request')
    if (faults.take('csc', ['no_credential'])) return { credentialIDs: [] }
    const ids = await credentials.listOf(userId)
    const isLesser = faults.take('csc', ['wrong_quality']) !== undefined
    return { credentialIDs: isLesser ? ids.filter((id) => id.includes('Advanced')) : ids }
  })
  scope.post(`${base}/credentials/info`, async ({ body }, reply) => {
    const credential = await credentials.get(textAt(body, 'credentialID') ?? '')
    return credential ? describe(credential) : refuse(reply, 'invalid_request')
  })
}

function describe({ identity, chain, profile }: Credential): object {
  const certificate = new X509Certificate(identity.der)
  const time = (text: string): string => new Date(text).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return {
    key: { status: 'enabled', algo: [RSA_SHA256], len: keyLength(identity) },
    cert: {
      status: 'valid',
      certificates: chain.map((der) => der.toString('base64')),
      issuerDN: certificate.issuer.replaceAll('\n', ', '),
      serialNumber: certificate.serialNumber,
      subjectDN: certificate.subject.replaceAll('\n', ', '),
      validFrom: time(certificate.validFrom),
      validTo: time(certificate.validTo),
    },
    auth:
      profile.holder === 'seal'
        ? {
            mode: 'explicit',
            expression: 'PIN',
            objects: [{ type: 'Password', id: 'PIN', format: 'N', label: 'PIN', description: 'PIN' }],
          }
        : { mode: 'oauth2code' },
    SCAL: '2',
    multisign: 50,
    lang: 'en',
  }
}

function registerSigning(
  scope: FastifyInstance,
  { faults }: TrustServiceContext,
  credentials: Credentials,
  { activations }: Authorisation,
): void {
  scope.post(`${base}/credentials/authorize`, async ({ body }, reply) => {
    const wrong = faults.take('csc', ['invalid_pin', 'invalid_otp'])
    if (wrong) return refuse(reply, cscRefusals[wrong].error)
    const credential = await credentials.get(textAt(body, 'credentialID') ?? '')
    const hashes = hashesIn(body)
    if (credential?.profile.holder !== 'seal' || !hashes || at(body, 'numSignatures') !== hashes.length)
      return refuse(reply, 'invalid_request')
    const entries = at(body, 'authData')
    const pin = Array.isArray(entries) ? entries.find((each) => textAt(each, 'id') === 'PIN') : undefined
    if (textAt(pin, 'value') !== SEAL_PIN) return refuse(reply, 'invalid_pin')
    return { SAD: activations.put({ credentialId: credential.id, hashes }), expiresIn: 300 }
  })
  scope.post(`${base}/signatures/signHash`, async ({ body }, reply) => {
    if (faults.take('csc', ['expired_sad']))
      return refuse(reply, cscRefusals.expired_sad.error, cscRefusals.expired_sad.error_description)
    const activation = activations.take(textAt(body, 'SAD') ?? '')
    const hashes = hashesIn(body)
    const credential = await credentials.get(textAt(body, 'credentialID') ?? '')
    if (!activation || !hashes || credential?.id !== activation.credentialId)
      return refuse(reply, 'invalid_request', 'Invalid parameter SAD')
    if (hashes.some((hash, index) => hash !== activation.hashes[index]))
      return refuse(reply, 'invalid_request', 'The hashes are not those that were authorised')
    if (textAt(body, 'signAlgo') !== RSA_SHA256) return refuse(reply, 'invalid_request', 'Invalid signAlgo')
    const tampered = faults.take('csc', ['bad_signature', 'wrong_digest'])
    const signatures = hashes.map((hash) => {
      const digest = tampered === 'wrong_digest' ? Buffer.alloc(32) : Buffer.from(hash, 'base64')
      const signature = signHash(credential.identity, digest)
      return (tampered === 'bad_signature' ? randomBytes(signature.length) : signature).toString('base64')
    })
    return { signatures }
  })
}

function hashesIn(body: unknown): string[] | undefined {
  const hashes = at(body, 'hashes')
  const isSha256 = textAt(body, 'hashAlgorithmOID') === SHA256
  if (!isSha256 || !Array.isArray(hashes) || hashes.length === 0) return undefined
  return hashes.map(String)
}

function refuse(reply: FastifyReply, error: string, description?: string): FastifyReply {
  return reply.code(400).send({ error, ...(description ? { error_description: description } : {}) })
}

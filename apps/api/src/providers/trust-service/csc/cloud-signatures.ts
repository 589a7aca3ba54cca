import { z } from 'zod/mini'
import { codeIn } from '../stepwise/oauth.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { Progress, SigningOrder, SigningParty, StepwiseTrustService } from '../stepwise/port.ts'
import { refuseWrongOrder } from '../stepwise/refuse-wrong-order.ts'
import { digestsOf, heldOrder, readTicket } from '../stepwise/ticket.ts'
import type { HeldOrder } from '../stepwise/ticket.ts'
import { credentialRequest, serviceRequest } from './authorization-request.ts'
import type { AuthorizationRequest, Departure } from './authorization-request.ts'
import { cscClient, meanings } from './client.ts'
import type { CscClient, CscClientOptions } from './client.ts'
import { findCredential, readCredential } from './find-credential.ts'
import { hashesToSign, putTogether } from './put-together.ts'
import type { CmsSources } from './put-together.ts'
import { service } from './service-information.ts'
import { Authorised, heldCredential, sha256Oid, Signatures, Token } from './wire.ts'
import type { HeldCredential } from './wire.ts'

export interface CloudSignaturesOptions extends CscClientOptions, CmsSources {
  /** Where browsers go to approve, if not to the page of the announced authorization server. */
  readonly authorizeUrl?: string | undefined
  /** An organisation's credentials, by the seal's name. */
  readonly seals: Readonly<Record<string, { readonly credentialId: string; readonly pin: string }>>
}

type PersonalParty = Extract<SigningParty, { kind: 'person' }>

const patience = 10 * 60_000

/** With a credential the signer approves its use; before that, at most services, they sign in. */
const Ticket = z.object({
  state: z.string(),
  verifier: z.string(),
  details: z.optional(z.string()),
  returnUrl: z.string(),
  expiresAt: z.number(),
  order: heldOrder,
  credential: z.optional(heldCredential),
  /** The signatures of earlier approvals, in base64: a credential may make only so many with each (`multisign`). */
  made: z._default(z.array(z.string()), []),
  /** Of the service, for this signer. */
  token: z.optional(z.string()),
  shown: z.object({
    language: z.enum(['en', 'de', 'fr', 'it']),
    message: z.string(),
    labels: z.array(z.string()),
  }),
})
type Ticket = z.infer<typeof Ticket>
/** A ticket without what belongs to the page that the browser is sent to. */
type TicketContent = Omit<Ticket, keyof Departure>

/**
 * Cloud Signature Consortium API, versions 1 and 2, as the service announces by `info`: people approve by OAuth,
 * organisations by a PIN; the CMS is ours.
 */
export function cloudSignatures(options: CloudSignaturesOptions): StepwiseTrustService {
  const client = cscClient(options)
  const { now } = options

  const leave = ({ url, departure, seconds }: AuthorizationRequest, rest: TicketContent): Progress => {
    const { state } = departure
    const expiresAt = new Date(rest.expiresAt)
    const urlExpiresAt = seconds === undefined ? expiresAt : new Date(now().getTime() + seconds * 1000)
    const step = { kind: 'REDIRECT', url, state, urlExpiresAt } as const
    return { kind: 'waiting', ticket: JSON.stringify({ ...rest, ...departure }), step, expiresAt }
  }
  /** With the credential known, the hashes are: they depend on its certificate. */
  const askApproval = async (ticket: TicketContent): Promise<Progress> => {
    const { order, shown, returnUrl, token, made } = ticket
    const party = order.party as PersonalParty
    const credential =
      ticket.credential ?? (await findCredential(client, party, token, order.documents.length))
    const documents = order.documents.map(({ id, digest }, index) => ({
      id,
      digest: Buffer.from(digest, 'base64'),
      label: shown.labels[index] ?? '',
    }))
    const [from, to] = nextOf(credential, order, made.length)
    const hashes = hashesToSign(credential, order).slice(from, to)
    const request = {
      returnUrl,
      documents: documents.slice(from, to),
      language: shown.language,
      message: shown.message,
    }
    const page = await credentialRequest(client, options, request, credential, party, hashes)
    return leave(page, { ...ticket, credential })
  }
  const exchange = async (
    { verifier, details, state, returnUrl }: Ticket,
    query: string,
  ): Promise<string> => {
    const fields = {
      grant_type: 'authorization_code',
      code: codeIn(service, query, state, meanings),
      redirect_uri: returnUrl,
      code_verifier: verifier,
      ...(details ? { authorization_details: details } : {}),
    }
    return (await client.oauth('/oauth2/token', fields, Token)).access_token
  }
  return {
    name: service,
    redirects: true,
    async begin(order) {
      refuseWrongOrder(service, order)
      const { party } = order
      if (party.kind === 'seal') return seal(client, options, order, party)
      if (party.kind === 'service')
        throw new StepwiseSigningFailed('misconfigured', service, 'it signs for people and organisations')
      const ticket = newTicket(order, party, now().getTime() + patience)
      const { isPerUser } = await client.information()
      return isPerUser ? leave(await serviceRequest(client, options, order), ticket) : askApproval(ticket)
    },
    async proceed(ticket, query) {
      const held = readTicket(service, Ticket, ticket)
      const { state, expiresAt, order, credential, token } = held
      if (now().getTime() > expiresAt)
        throw new StepwiseSigningFailed('timed_out', service, 'nobody approved in time')
      if (query === undefined)
        return { kind: 'waiting', ticket, step: { kind: 'REDIRECT', state }, expiresAt: new Date(expiresAt) }
      const given = await exchange(held, query)
      if (!credential) return askApproval({ ...held, token: given })
      // Version 2 takes the token of the credential for the service's as well, version 1 wants that one too.
      const { version } = await client.information()
      const hashes = hashesToSign(credential, order).slice(...nextOf(credential, order, held.made.length))
      const signatures = await sign(client, credential, hashes, given, version === 1 ? token : given)
      const made = [...held.made, ...signatures]
      return made.length < order.documents.length
        ? askApproval({ ...held, made })
        : finish(options, order, credential, made)
    },
    // A request that nobody approves ends on its own, and a code that nobody changes signs nothing.
    cancel: async () => {},
    anchors: async () => [...options.anchors, ...(await options.timestamps.anchors())],
    health: () => client.health(),
  }
}

function newTicket(order: SigningOrder, party: PersonalParty, expiresAt: number): TicketContent {
  const { returnUrl, language, message, documents } = order
  const shown = { language, message, labels: documents.map(({ label }) => label) }
  return { returnUrl, expiresAt, order: { party, documents: digestsOf(order) }, shown, made: [] }
}

/** Which documents the next authorisation is for: from this one, and before that one. */
function nextOf(
  { atOnce }: HeldCredential,
  { documents }: HeldOrder,
  made: number,
): readonly [number, number] {
  return [made, atOnce === undefined ? documents.length : Math.min(documents.length, made + atOnce)]
}

async function seal(
  client: CscClient,
  options: CloudSignaturesOptions,
  order: SigningOrder,
  party: Extract<SigningParty, { kind: 'seal' }>,
): Promise<Progress> {
  const { seals } = options
  const known = Object.hasOwn(seals, party.sealName) ? seals[party.sealName] : undefined
  const credential = known && (await readCredential(client, known.credentialId))
  if (!known || !credential)
    throw new StepwiseSigningFailed('misconfigured', service, `no credential for seal:${party.sealName}`)
  const held = { party, documents: digestsOf(order) }
  const { version } = await client.information()
  const made: string[] = []
  while (made.length < held.documents.length) {
    const hashes = hashesToSign(credential, held).slice(...nextOf(credential, held, made.length))
    const body = {
      credentialID: credential.id,
      numSignatures: hashes.length,
      ...(version === 1
        ? { hash: hashes, PIN: known.pin }
        : { hashes, hashAlgorithmOID: sha256Oid, authData: [{ id: 'PIN', value: known.pin }] }),
    }
    const { SAD } = await client.call('/credentials/authorize', body, Authorised, { repeat: 'freely' })
    made.push(...(await sign(client, credential, hashes, SAD)))
  }
  return finish(options, held, credential, made)
}

/** The raw signatures over these hashes: one for each, or none. */
async function sign(
  client: CscClient,
  credential: HeldCredential,
  hashes: readonly string[],
  sad: string,
  token?: string,
): Promise<readonly string[]> {
  const { version } = await client.information()
  const body = {
    credentialID: credential.id,
    SAD: sad,
    ...(version === 1 ? { hash: hashes, hashAlgo: sha256Oid } : { hashes, hashAlgorithmOID: sha256Oid }),
    signAlgo: credential.algorithm,
  }
  const how = { repeat: 'if_unsent', token } as const
  const { signatures } = await client.call('/signatures/signHash', body, Signatures, how)
  if (signatures.length !== hashes.length)
    throw new StepwiseSigningFailed('answer_invalid', service, 'it did not sign each hash once')
  return signatures
}

async function finish(
  sources: CmsSources,
  order: HeldOrder,
  credential: HeldCredential,
  signatures: readonly string[],
): Promise<Progress> {
  return {
    kind: 'signed',
    signatures: await putTogether(sources, order, credential, signatures),
    approval: {},
  }
}

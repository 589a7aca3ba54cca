import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { codeIn, newState } from '../stepwise/oauth.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { Progress, SigningOrder, SigningParty, StepwiseTrustService } from '../stepwise/port.ts'
import { refuseWrongOrder } from '../stepwise/refuse-wrong-order.ts'
import { digestsOf, heldOrder, readTicket } from '../stepwise/ticket.ts'
import type { HeldOrder } from '../stepwise/ticket.ts'
import { cscClient, meanings, service } from './client.ts'
import type { CscClient, CscClientOptions } from './client.ts'
import { findCredential, readCredential } from './find-credential.ts'
import { hashesToSign, putTogether } from './put-together.ts'
import type { CmsSources } from './put-together.ts'
import { Authorised, heldCredential, Pushed, sha256Oid, Signatures, Token } from './wire.ts'
import type { HeldCredential } from './wire.ts'

export interface CloudSignaturesOptions extends CscClientOptions, CmsSources {
  /** Where browsers go to approve. */
  readonly authorizeUrl: string
  /** An organisation's credentials, by the seal's name. */
  readonly seals: Readonly<Record<string, { readonly credentialId: string; readonly pin: string }>>
}

const patience = 10 * 60_000

const Ticket = z.object({
  state: z.string(),
  verifier: z.string(),
  returnUrl: z.string(),
  expiresAt: z.number(),
  /** The authorization_details of the request, which the token call repeats (CSC API v2 §8.4.4). */
  details: z.optional(z.string()),
  order: heldOrder,
  credential: heldCredential,
})

/** Cloud Signature Consortium API, version 2: people approve by OAuth, organisations by a PIN; the CMS is ours. */
export function cloudSignatures(options: CloudSignaturesOptions): StepwiseTrustService {
  const client = cscClient(options)
  const { now } = options

  const finish = async (order: HeldOrder, credential: HeldCredential, sad: string): Promise<Progress> => {
    const hashes = hashesToSign(credential, order)
    const body = {
      credentialID: credential.id,
      SAD: sad,
      hashes,
      hashAlgorithmOID: sha256Oid,
      signAlgo: credential.algorithm,
    }
    const { signatures } = await client.call('/signatures/signHash', body, Signatures, 'if_unsent')
    return {
      kind: 'signed',
      signatures: await putTogether(options, order, credential, signatures),
      approval: {},
    }
  }
  return {
    name: service,
    redirects: true,
    async begin(order) {
      refuseWrongOrder(service, order)
      const { party } = order
      if (party.kind === 'seal') return seal(client, options, order, party, finish)
      if (party.kind === 'service')
        throw new StepwiseSigningFailed('misconfigured', service, 'it signs for people and organisations')
      return askPerson(client, options, order, party)
    },
    async proceed(ticket, query) {
      const held = readTicket(service, Ticket, ticket)
      const { state, verifier, returnUrl, expiresAt, details, order, credential } = held
      if (now().getTime() > expiresAt)
        throw new StepwiseSigningFailed('timed_out', service, 'nobody approved in time')
      if (query === undefined)
        return { kind: 'waiting', ticket, step: { kind: 'REDIRECT', state }, expiresAt: new Date(expiresAt) }
      const fields = {
        grant_type: 'authorization_code',
        code: codeIn(service, query, state, meanings),
        redirect_uri: returnUrl,
        code_verifier: verifier,
        ...(details ? { authorization_details: details } : {}),
      }
      const { access_token: sad } = await client.oauth('/oauth2/token', fields, Token)
      return finish(order, credential, sad)
    },
    // A request that nobody approves ends on its own, and a code that nobody changes signs nothing.
    cancel: async () => {},
    anchors: async () => [...options.anchors, ...(await options.timestamps.anchors())],
    health: () => client.health(),
  }
}

async function seal(
  client: CscClient,
  { seals }: CloudSignaturesOptions,
  order: SigningOrder,
  party: Extract<SigningParty, { kind: 'seal' }>,
  finish: (order: HeldOrder, credential: HeldCredential, sad: string) => Promise<Progress>,
): Promise<Progress> {
  const known = Object.hasOwn(seals, party.sealName) ? seals[party.sealName] : undefined
  const credential = known && (await readCredential(client, known.credentialId))
  if (!known || !credential)
    throw new StepwiseSigningFailed('misconfigured', service, `no credential for seal:${party.sealName}`)
  const held = { party, documents: digestsOf(order) }
  const hashes = hashesToSign(credential, held)
  const body = {
    credentialID: credential.id,
    numSignatures: hashes.length,
    hashes,
    hashAlgorithmOID: sha256Oid,
    authData: [{ id: 'PIN', value: known.pin }],
  }
  const { SAD } = await client.call('/credentials/authorize', body, Authorised, 'freely')
  return finish(held, credential, SAD)
}

async function askPerson(
  client: CscClient,
  { authorizeUrl, clientId, now }: CloudSignaturesOptions,
  order: SigningOrder,
  party: Extract<SigningParty, { kind: 'person' }>,
): Promise<Progress> {
  const credential = await findCredential(client, party)
  const held = { party, documents: digestsOf(order) }
  const [state, verifier] = [newState(), newState() + newState()]
  const detail = {
    type: 'credential',
    credentialID: credential.id,
    signatureQualifier: `eu_eidas_${party.quality.toLowerCase()}`,
    documentDigests: hashesToSign(credential, held).map((hash, index) => ({
      hash,
      label: order.documents[index]?.label ?? '',
    })),
    hashAlgorithmOID: sha256Oid,
  }
  const details = JSON.stringify([detail])
  const fields = {
    response_type: 'code',
    redirect_uri: order.returnUrl,
    state,
    // RFC 7636: anyone who gets hold of the code alone can do nothing with it.
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    authorization_details: details,
  }
  const { request_uri } = await client.oauth('/oauth2/pushed_authorize', fields, Pushed)
  const expiresAt = new Date(now().getTime() + patience)
  const url = new URL(authorizeUrl)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('request_uri', request_uri)
  const ticket = { state, verifier, returnUrl: order.returnUrl, expiresAt: expiresAt.getTime(), details }
  return {
    kind: 'waiting',
    ticket: JSON.stringify({ ...ticket, order: held, credential }),
    step: { kind: 'REDIRECT', url: url.href, state },
    expiresAt,
  }
}

import { z } from 'zod/mini'
import { cachedForAnHour } from '../stepwise/cached-for-an-hour.ts'
import { openHttpClient } from '../stepwise/http-client.ts'
import type { Call, HttpClientOptions } from '../stepwise/http-client.ts'
import { codeIn, jsonOf, newState } from '../stepwise/oauth.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { Progress, StepwiseTrustService } from '../stepwise/port.ts'
import { refuseOtherMeans } from '../stepwise/refuse-other-means.ts'
import { refuseWrongOrder } from '../stepwise/refuse-wrong-order.ts'
import { setUpFor } from '../stepwise/set-up-for.ts'
import type { SigningTable } from '../stepwise/set-up-for.ts'
import { digestsOf, heldOrder, readTicket } from '../stepwise/ticket.ts'
import type { HeldOrder } from '../stepwise/ticket.ts'
import { configurationPath, endpointsIn } from './endpoints.ts'
import { meanings } from './failures.ts'
import { pageAddress, pushedRequest } from './pushed-request.ts'
import { service, signedBy } from './signed-by.ts'
import { audienceOf, Pushed, sha256Oid, SignedAnswer, Token } from './wire.ts'

export interface AuthenticationBrokerOptions extends Omit<HttpClientOptions, 'service'> {
  /** Where we call it, over mutual TLS, and where browsers go. */
  readonly url: string
  readonly pagesUrl: string
  /** Where else it may send us to sign; only its own addresses get our signatures' data. */
  readonly signUrls?: readonly string[] | undefined
  readonly clientId: string
  readonly clientSecret: string
  /** The credentialID for each. */
  readonly credentials: SigningTable
  /** By what people approve: PWDOTP, msisdn (Mobile ID), WBAUTHN (a passkey) … */
  readonly approvalBy?: string | undefined
  readonly anchors: readonly Uint8Array[]
}

const patience = 55 * 60_000

const Ticket = z.object({
  state: z.string(),
  expiresAt: z.number(),
  /** The consent that was known when it began. */
  serialNumber: z.optional(z.string()),
  order: heldOrder,
})

/** Multiple Authentication Broker: pushed request, redirect, token, and a CMS for each hash it was given for. */
export function authenticationBroker(options: AuthenticationBrokerOptions): StepwiseTrustService {
  const http = openHttpClient({ ...options, service })
  const { now, anchors, clientId, clientSecret, approvalBy = 'PWDOTP' } = options
  const client = { client_id: clientId, client_secret: clientSecret }

  const ask = async <T>(
    form: z.ZodMiniType<T>,
    url: string,
    body: object | URLSearchParams,
    repeat: Call['repeat'],
  ) => {
    const content =
      body instanceof URLSearchParams
        ? { type: 'application/x-www-form-urlencoded' as const, body: body.toString() }
        : { type: 'application/json' as const, body: JSON.stringify(body) }
    const json = jsonOf(service, await http.call({ url, ...content, repeat }), meanings)
    const answer = form.safeParse(json)
    if (answer.success) return answer.data
    throw new StepwiseSigningFailed('answer_invalid', service, 'its answer is not of the form agreed')
  }
  const endpoints = cachedForAnHour(now, async () => {
    const url = `${options.url}${configurationPath}`
    const call = { url, method: 'GET', type: 'application/json', body: '', repeat: 'freely' } as const
    return endpointsIn(jsonOf(service, await http.call(call), meanings), options)
  })
  // A form, as RFC 6749 §4.1.3 has it; the other calls take JSON.
  const token = async (fields: Record<string, string>, repeat: Call['repeat']) => {
    const form = new URLSearchParams({ ...client, ...fields })
    return ask(Token, (await endpoints()).token, form, repeat)
  }

  const finish = async (order: HeldOrder, given: z.infer<typeof Token>, since: Date): Promise<Progress> => {
    const sad = given.access_token
    const body = {
      SAD: sad,
      credentialID: setUpFor(service, options.credentials, order.party),
      signatureFormat: 'P',
      conformanceLevel: 'AdES-B-LT',
      documentDigests: {
        hashAlgorithmOID: sha256Oid,
        hashes: order.documents.map(({ digest }) => digest),
      },
      client_id: clientId,
    }
    const answer = await ask(SignedAnswer, signAddress(options, sad), body, 'if_unsent')
    return {
      kind: 'signed',
      signatures: signedBy(answer, order, anchors, { since, until: now() }),
      approval: { transaction: answer.responseID, consentSerialNumber: given.consent_serial_number },
    }
  }
  return {
    name: service,
    redirects: true,
    async begin(order) {
      refuseWrongOrder(service, order)
      const { party } = order
      const credentialID = setUpFor(service, options.credentials, party)
      const held = { party, documents: digestsOf(order) }
      if (party.kind === 'seal') {
        const grant = { grant_type: 'client_credentials', scope: 'sign', credentialID }
        const since = now()
        return finish(held, await token({ ...grant, seal_name: party.sealName }, 'freely'), since)
      }
      if (party.kind === 'service')
        throw new StepwiseSigningFailed('misconfigured', service, 'it signs for people and organisations')
      const state = newState()
      const { pushed, page: address } = await endpoints()
      const request = { ...client, ...pushedRequest(approvalBy, order, party, credentialID, state) }
      const { request_uri } = await ask(Pushed, pushed, request, 'freely')
      const expiresAt = new Date(now().getTime() + patience)
      const serialNumber = party.person.approvalSerialNumber
      const ticket = { state, expiresAt: expiresAt.getTime(), order: held, serialNumber }
      const page = pageAddress(address, clientId, order.returnUrl, request_uri, state)
      const step = { kind: 'REDIRECT', url: page, state } as const
      return { kind: 'waiting', ticket: JSON.stringify(ticket), step, expiresAt }
    },
    async proceed(ticket, query) {
      const { state, expiresAt, serialNumber, order } = readTicket(service, Ticket, ticket)
      if (now().getTime() > expiresAt)
        throw new StepwiseSigningFailed('timed_out', service, 'nobody approved in time')
      if (query === undefined)
        return { kind: 'waiting', ticket, step: { kind: 'REDIRECT', state }, expiresAt: new Date(expiresAt) }
      const code = codeIn(service, query, state, meanings)
      // A code is good once, though its answer may be lost.
      const given = await token({ grant_type: 'authorization_code', code }, 'if_unsent')
      refuseOtherMeans(service, serialNumber, given.consent_serial_number)
      return finish(order, given, new Date(expiresAt - patience))
    },
    // A request that nobody approves ends on its own, and a code that nobody changes signs nothing.
    cancel: async () => {},
    anchors: async () => anchors,
    health: () => http.health(),
  }
}

/** The token says where: it is followed to the service's own addresses only. */
function signAddress({ url, signUrls = [] }: AuthenticationBrokerOptions, sad: string): string {
  const address = URL.parse(audienceOf(sad) ?? '')
  const known = [url, ...signUrls].map((each) => new URL(each).origin)
  if (address && known.includes(address.origin)) return address.href
  throw new StepwiseSigningFailed('answer_invalid', service, 'it sends us to sign at another address')
}

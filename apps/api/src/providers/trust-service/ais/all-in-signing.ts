import { z } from 'zod/mini'
import { checkSignature } from '../stepwise/check-signature.ts'
import type { SigningPeriod } from '../stepwise/check-signature.ts'
import { openHttpClient } from '../stepwise/http-client.ts'
import type { Call, HttpClient, HttpClientOptions } from '../stepwise/http-client.ts'
import { digestsOf, heldOrder, readTicket } from '../stepwise/ticket.ts'
import { refuseOtherMeans } from '../stepwise/refuse-other-means.ts'
import { refuseWrongOrder } from '../stepwise/refuse-wrong-order.ts'
import { setUpFor } from '../stepwise/set-up-for.ts'
import type { SigningTable } from '../stepwise/set-up-for.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { Progress, SigningParty, StepwiseTrustService } from '../stepwise/port.ts'
import { resultOf } from './results.ts'
import { documentIdOf, signRequest } from './sign-request.ts'
import { Answer, profile } from './wire.ts'
import type { SignResponse } from './wire.ts'

export interface AllInSigningOptions extends Omit<HttpClientOptions, 'service'> {
  /** Address of the service, up to and without `/sign`. */
  readonly url: string
  /** The first half of each claimed identity. */
  readonly customer: string
  /** The second half for each. */
  readonly keyEntities: SigningTable
  /** Certificates, DER, to which its signatures and time-stamps chain. */
  readonly anchors: readonly Uint8Array[]
}

const service = 'AIS'
// How long a declaration of will is waited for; the service's own limit is shorter.
const patience = 15 * 60_000

const Ticket = z.object({
  responseId: z.string(),
  expiresAt: z.number(),
  /** Of the means of approval that was known when it began. */
  serialNumber: z.optional(z.string()),
  order: heldOrder,
})
/** What was ordered, before the service has answered. */
type Ordered = Omit<z.infer<typeof Ticket>, 'responseId'>

/** All-in Signing Service: JSON over mutual TLS; a person approves at a consent page meanwhile, and is polled for. */
export function allInSigning(options: AllInSigningOptions): StepwiseTrustService {
  const http = openHttpClient({ ...options, service })
  const { now, anchors } = options

  const conclude = (response: SignResponse, ordered: Ordered): Progress => {
    if (resultOf(response, service) === 'pending') return waiting(response, ordered)
    const period = { since: new Date(ordered.expiresAt - patience), until: now() }
    return signed(response, ordered, anchors, period)
  }

  return {
    name: service,
    async begin(order) {
      refuseWrongOrder(service, order)
      const request = signRequest(order, claimedIdentity(options, order.party), service)
      const { party } = order
      const ordered = {
        expiresAt: now().getTime() + patience,
        serialNumber: party.kind === 'person' ? party.person.approvalSerialNumber : undefined,
        order: { party, documents: digestsOf(order) },
      }
      // Nothing says that the service knows a request again by its number: another would sign, and ask the signer, once more.
      const response = await ask(http, `${options.url}/sign`, request, 'if_unsent')
      if (party.kind === 'person' && resultOf(response, service) === 'success')
        throw new StepwiseSigningFailed('answer_invalid', service, 'it signed without asking the signer')
      return conclude(response, ordered)
    },
    async proceed(ticket) {
      const { responseId, ...ordered } = readTicket(service, Ticket, ticket)
      const { expiresAt, order } = ordered
      if (now().getTime() > expiresAt)
        throw new StepwiseSigningFailed('timed_out', service, 'nobody approved in time')
      const request = {
        'async.PendingRequest': {
          '@Profile': profile,
          OptionalInputs: {
            ClaimedIdentity: { Name: claimedIdentity(options, order.party) },
            'async.ResponseID': responseId,
          },
        },
      }
      const response = await ask(http, `${options.url}/pending`, request, 'freely')
      return conclude(response, ordered)
    },
    // The service knows no such call: what nobody approves ends on its own, and what was signed is not asked for.
    cancel: async () => {},
    anchors: async () => anchors,
    health: () => http.health(),
  }
}

const claimedIdentity = ({ customer, keyEntities }: AllInSigningOptions, party: SigningParty): string =>
  `${customer}:${setUpFor(service, keyEntities, party)}`

async function ask(
  http: HttpClient,
  url: string,
  body: object,
  repeat: Call['repeat'],
): Promise<SignResponse> {
  const reply = await http.call({ url, type: 'application/json', body: JSON.stringify(body), repeat })
  const answer = Answer.safeParse(parseJson(reply.body))
  if (answer.success) return answer.data.SignResponse
  throw new StepwiseSigningFailed(
    'answer_invalid',
    service,
    `HTTP status ${reply.status}, and not an answer of the service`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function waiting(response: SignResponse, ordered: Ordered): Progress {
  const outputs = response.OptionalOutputs
  const responseId = outputs?.['async.ResponseID']
  if (!responseId) throw new StepwiseSigningFailed('answer_invalid', service, 'pending without a ResponseID')
  const url = outputs['sc.StepUpAuthorisationInfo']?.['sc.Result']?.['sc.ConsentURL']
  if (url && !/^https?:\/\//i.test(url))
    throw new StepwiseSigningFailed('answer_invalid', service, 'its consent address is not one of the web')
  const ticket = JSON.stringify({ responseId, ...ordered })
  const expiresAt = new Date(ordered.expiresAt)
  const step = { kind: url ? 'CONSENT' : 'MOBILE_ID', url } as const
  return { kind: 'waiting', ticket, step, expiresAt }
}

function signed(
  response: SignResponse,
  { order, serialNumber: known }: Ordered,
  anchors: readonly Uint8Array[],
  period: SigningPeriod,
): Progress {
  const { OptionalOutputs: outputs } = response
  const serialNumber = outputs?.['sc.StepUpAuthorisationInfo']?.['sc.Result']?.['sc.SerialNumber']
  refuseOtherMeans(service, known, serialNumber)
  const revocation = outputs?.['sc.RevocationInformation']
  const material = {
    crls: (revocation?.['sc.CRLs']?.['sc.CRL'] ?? []).map(bytesOf),
    ocsps: (revocation?.['sc.OCSPs']?.['sc.OCSP'] ?? []).map(bytesOf),
  }
  const given = signaturesIn(response)
  const signatures = order.documents.map(({ id, digest }, index) => {
    const value = given.get(documentIdOf(index))
    if (!value) throw new StepwiseSigningFailed('answer_invalid', service, 'a signature is missing')
    const document = { id, digest: bytesOf(digest) }
    const returned = { document, cms: bytesOf(value), material, period }
    return checkSignature(service, order.party, anchors, returned)
  })
  const approval = { transaction: outputs?.['sc.APTransID'], serialNumber }
  return { kind: 'signed', signatures, approval }
}

/** By the document's number; in a batch the order is free. */
function signaturesIn({ SignatureObject }: SignResponse): Map<string, string> {
  const single = SignatureObject?.Base64Signature
  if (single) return new Map([[documentIdOf(0), single.$]])
  const several = SignatureObject?.Other?.['sc.SignatureObjects']['sc.ExtendedSignatureObject'] ?? []
  return new Map([several].flat().map((each) => [each['@WhichDocument'], each.Base64Signature.$] as const))
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

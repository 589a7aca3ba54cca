import Chargebee from 'chargebee'
import type { z } from 'zod/mini'
import type { HttpClient, Reply } from '#api/providers/http-client/http-client.ts'
import type { ChargebeeSettings } from '#api/platform/settings/payment-settings.ts'
import { PaymentFailed } from '../port.ts'
import { openProviderClient, type ProviderOptions } from '../provider-client.ts'
import { readAnswer } from '../read-answer.ts'
import { chargebeeFailure } from './failures.ts'

export interface ChargebeeClient {
  readonly api: Chargebee
  readonly http: HttpClient
  readonly settings: ChargebeeSettings
  readonly now: () => Date
  /** The answer of a call, if it is of this form. Throws PaymentFailed. */
  ask<T>(shape: z.ZodMiniType<T>, call: Promise<unknown>): Promise<T>
}

/** The official package over our own HTTP client. What a call changes is known again by an id of ours or by its key. */
export function openChargebeeClient(options: ProviderOptions<ChargebeeSettings>): ChargebeeClient {
  const { settings, now } = options
  const http = openProviderClient('CHARGEBEE', options)
  const api = new Chargebee({
    site: settings.site,
    apiKey: settings.apiKey,
    ...addressOf(settings),
    sdkTelemetryEnabled: false,
    httpClient: { makeApiRequest: (request) => send(http, request) },
  })
  return {
    api,
    http,
    settings,
    now,
    ask: async (shape, call) => {
      const answer = await call.catch((error: unknown) => {
        throw chargebeeFailure(error)
      })
      return readAnswer('CHARGEBEE', shape, answer)
    },
  }
}

/** Options that the package takes and does not document: with an empty suffix the site is the whole name of the host. */
function addressOf({ apiUrl }: ChargebeeSettings) {
  if (apiUrl === undefined) return {}
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return {
    site: hostname,
    hostSuffix: '',
    protocol: isPlain ? ('http' as const) : ('https' as const),
    port: Number(port) || (isPlain ? 80 : 443),
  }
}

export const idempotent = (key: string) => ({ 'chargebee-idempotency-key': key })

async function send(http: HttpClient, request: Request): Promise<Response> {
  const key = request.headers.get('chargebee-idempotency-key')
  const reply = await http.call({
    url: request.url,
    method: request.method as 'GET' | 'POST',
    type: 'application/x-www-form-urlencoded',
    body: await request.text(),
    headers: {
      authorization: request.headers.get('authorization') ?? '',
      accept: 'application/json',
      'user-agent': 'countersign',
      ...(key ? { 'chargebee-idempotency-key': key } : {}),
    },
    // A call that changes something and has no key may have done so.
    repeat: request.method === 'GET' || key ? 'freely' : 'if_unsent',
  })
  refuseOthers(reply)
  return new Response(reply.body, { status: reply.status })
}

/** The package takes what is no JSON for an outage, and any refusal for one of Chargebee. */
function refuseOthers({ status, body }: Reply): void {
  const json = parsed(body)
  const isObject = typeof json === 'object' && json !== null
  const isSuccess = status >= 200 && status < 300
  if (!isObject || (!isSuccess && !('api_error_code' in json)))
    throw new PaymentFailed(
      'answer_invalid',
      'CHARGEBEE',
      `HTTP status ${status}, and no answer of Chargebee`,
    )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

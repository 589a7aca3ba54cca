import { Stripe } from 'stripe'
import type { z } from 'zod/mini'
import type { HttpClient, Reply } from '#api/providers/http-client/http-client.ts'
import { PaymentFailed } from '../port.ts'
import { openProviderClient } from '../provider-client.ts'
import { readAnswer } from '../read-answer.ts'
import type { StripeSettings } from '#api/platform/settings/payment-settings.ts'
import type { ProviderOptions } from '../provider-client.ts'
import { stripeFailure } from './failures.ts'

export interface StripeClient {
  readonly api: Stripe
  readonly http: HttpClient
  readonly settings: StripeSettings
  readonly now: () => Date
  /** The answer of a call, if it is of this form. Throws PaymentFailed. */
  ask<T>(shape: z.ZodMiniType<T>, call: Promise<unknown>): Promise<T>
}

export const stripeAddress = 'https://api.stripe.com'

/**
 * The official package over our own HTTP client, which makes a call again whose answer was lost. A POST that would do something else
 * the second time carries an idempotency key.
 */
export function openStripeClient(options: ProviderOptions<StripeSettings>): StripeClient {
  const { settings, now } = options
  const http = openProviderClient('STRIPE', options)
  const api = new Stripe(settings.secretKey, {
    httpClient: overHttpClient(http, settings.apiUrl ?? stripeAddress),
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return {
    api,
    http,
    settings,
    now,
    ask: async (shape, call) => {
      const answer = await call.catch((error: unknown) => {
        throw stripeFailure(error)
      })
      return readAnswer('STRIPE', shape, answer)
    },
  }
}

// What it says of this machine beside these is nobody's business.
const sent = ['authorization', 'idempotency-key', 'stripe-version', 'accept']

function overHttpClient(http: HttpClient, address: string): Stripe.HttpClient {
  return {
    getClientName: () => 'countersign',
    makeRequest: async (_host, _port, path, method, headers, body) => {
      const known = Object.entries(headers).flatMap(([name, value]) =>
        sent.includes(name.toLowerCase()) && value !== undefined ? [[name.toLowerCase(), String(value)]] : [],
      )
      const reply = await http.call({
        url: address + path,
        method: method as 'GET' | 'POST' | 'DELETE',
        type: 'application/x-www-form-urlencoded',
        body: body ?? '',
        headers: { ...Object.fromEntries(known), 'user-agent': 'countersign' },
        repeat: 'freely',
      })
      return answered(reply)
    },
  }
}

/** The package takes any JSON without an `error` for a success: its status has to say so too. */
function answered({ status, body }: Reply): Stripe.HttpClientResponse {
  const json = parsed(body)
  const isSuccess = status >= 200 && status < 300
  const isObject = typeof json === 'object' && json !== null
  if (!isObject || (!isSuccess && !('error' in json && typeof json.error === 'object')))
    throw new PaymentFailed('answer_invalid', 'STRIPE', `HTTP status ${status}, and no answer of Stripe`)
  return {
    getStatusCode: () => status,
    getHeaders: () => ({}),
    getRawResponse: () => ({ statusCode: status }),
    toStream: () => null,
    toJSON: async () => json,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

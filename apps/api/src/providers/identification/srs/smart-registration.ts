import type { Dialect } from '../dialect.ts'
import type { IdentificationMethod, IdentificationOrder, IdentificationProvider } from '../port.ts'
import type { RestOptions } from '../rest-client.ts'
import { restProvider } from '../rest-provider.ts'
import { headerIn } from '../webhook-signature.ts'
import { identification, started } from './wire.ts'

/** Smart Registration Service: by video, by oneself or by smart card, for the law of the EU. */
export const smartRegistration = (options: RestOptions): IdentificationProvider => restProvider(srs, options)

const srs: Dialect = {
  name: 'srs',
  legislation: 'EIDAS',
  methods: ['video', 'robo', 'external-sc'],
  credentials: (apiKey) => ({ 'x-api-key': apiKey }),
  order: (order) => ({
    method: 'POST',
    path: '/v1/identifications',
    // By it the service tells a try from a second order.
    headers: { 'idempotency-key': order.id },
    body: bodyOf(order),
  }),
  started,
  casePath: (reference) => `/v1/identifications/${encodeURIComponent(reference)}`,
  case: identification,
  webhookBody: identification,
  signatureIn: (headers) => {
    const [timestamp, deliveryId, signature] = ['timestamp', 'delivery', 'signature'].map((part) =>
      headerIn(headers, `x-srs-${part}`),
    )
    const [, mac] = /^sha256=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
    if (!timestamp || !deliveryId || !mac) return undefined
    return { timestamp, deliveryId, mac: Buffer.from(mac, 'hex') }
  },
  errorCode: (answer) => (answer as { error?: { code?: unknown } } | undefined)?.error?.code,
}

const processes: Partial<Record<IdentificationMethod, string>> = {
  video: 'VIDEO',
  robo: 'ROBO',
  'external-sc': 'SMART_CARD',
}

function bodyOf({ id, method, person, legislation, returnUrl, webhookUrl }: IdentificationOrder) {
  const { givenName, surname, email, mobile, language, birthDate } = person
  return {
    transactionNumber: id,
    process: processes[method],
    jurisdiction: legislation,
    person: {
      firstName: givenName,
      lastName: surname,
      email,
      mobilePhone: mobile,
      language,
      ...(birthDate ? { birthDate } : {}),
    },
    redirectUrl: returnUrl,
    callbackUrl: webhookUrl,
  }
}

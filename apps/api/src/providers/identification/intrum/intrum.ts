import type { Dialect } from '../dialect.ts'
import type { IdentificationMethod, IdentificationOrder, IdentificationProvider } from '../port.ts'
import type { RestOptions } from '../rest-client.ts'
import { restProvider } from '../rest-provider.ts'
import { headerIn } from '../webhook-signature.ts'
import { caseShape, started, webhookBody } from './wire.ts'

/** Intrum: by video, by oneself, at an office or by smart card, for the law of Switzerland. */
export const intrum = (options: RestOptions): IdentificationProvider => restProvider(dialect, options)

const dialect: Dialect = {
  name: 'intrum',
  legislation: 'ZERTES',
  methods: ['video', 'autoident', 'loc', 'external-sc'],
  credentials: (apiKey) => ({ authorization: `ApiKey ${apiKey}` }),
  // Our number is in the address: the same PUT again is the same order.
  order: (order) => ({
    method: 'PUT',
    path: `/v2/orders/${encodeURIComponent(order.id)}`,
    body: bodyOf(order),
  }),
  started,
  casePath: (reference) => `/v2/cases/${encodeURIComponent(reference)}`,
  case: caseShape,
  webhookBody,
  signatureIn: (headers) => {
    const parts = (headerIn(headers, 'intrum-signature') ?? '').split(',').map((part) => part.split('='))
    const of = (key: string): string | undefined => parts.find(([name]) => name === key)?.[1]
    const [timestamp, deliveryId, mac] = [of('t'), of('id'), of('v1')]
    if (!timestamp || !deliveryId || !mac || !/^[\w-]{43}$/.test(mac)) return undefined
    return { timestamp, deliveryId, mac: Buffer.from(mac, 'base64url') }
  },
  errorCode: (answer) => (answer as { code?: unknown } | undefined)?.code,
}

const channels: Partial<Record<IdentificationMethod, string>> = {
  video: 'video',
  autoident: 'auto',
  loc: 'office',
  'external-sc': 'smart_card',
}

function bodyOf({ method, person, returnUrl, webhookUrl }: IdentificationOrder) {
  const { givenName, surname, email, mobile, language, birthDate } = person
  return {
    channel: channels[method],
    legislation: 'zertes',
    applicant: {
      given_name: givenName,
      family_name: surname,
      email_address: email,
      mobile_number: mobile,
      language,
      ...(birthDate ? { birth_date: birthDate } : {}),
    },
    return_to: returnUrl,
    notify_to: webhookUrl,
  }
}

import { createHmac, randomUUID } from 'node:crypto'
import { isWebAddress } from '../trust-services/client.ts'
import { textAt } from '../trust-services/json.ts'
import type { Case, NewCase } from './case.ts'
import type { Party } from './party.ts'

const states = { new: 'new', started: 'running', review: 'manual_check', closed: 'closed' } as const
const methods: Record<string, NewCase['method']> = {
  video: 'video',
  auto: 'autoident',
  office: 'loc',
  smart_card: 'external-sc',
}

/** Intrum, as docs/decisions/0044 has it: for the law of Switzerland. */
export const intrum: Party = {
  name: 'intrum',
  title: 'Intrum',
  enrolment: {
    apiKey: 'intrum-api-key-of-the-sandbox-and-of-nobody-else',
    webhookSecret: 'intrum-webhook-secret-of-the-sandbox-and-of-nobody-else',
  },
  create: { method: 'PUT', path: '/intrum/v2/orders/:order' },
  casePath: '/intrum/v2/cases/:id',
  isCustomer: (headers) => headers['authorization'] === `ApiKey ${intrum.enrolment.apiKey}`,
  readOrder: (body, order) => {
    const method = methods[textAt(body, 'channel') ?? '']
    const [returnUrl, webhookUrl] = [textAt(body, 'return_to'), textAt(body, 'notify_to')]
    const person = (key: string) => textAt(body, 'applicant', key)
    const [givenName, surname] = [person('given_name'), person('family_name')]
    const [email, mobile] = [person('email_address'), person('mobile_number')]
    const birthDate = person('birth_date')
    if (!order || !method || !givenName || !surname || !email || !mobile) return undefined
    if (!isWebAddress(returnUrl) || !isWebAddress(webhookUrl)) return undefined
    if (textAt(body, 'legislation') !== 'zertes') return undefined
    const language = person('language') ?? 'en'
    const applicant = { givenName, surname, email, mobile, language, ...(birthDate ? { birthDate } : {}) }
    return { party: 'intrum', order, method, applicant, returnUrl, webhookUrl }
  },
  created: (made, url) => ({ status: 200, body: { ...overview(made), start_url: url } }),
  show,
  showUnknown: (found) => ({ ...show(found), state: 'with_the_night_shift' }),
  refusal: (status) => ({ code: refusals[status], title: 'See the documentation.' }),
  webhook: (found) => ({ event: 'case.updated', case: show(found) }),
  sign: (body, secret, id = randomUUID()) => {
    const t = String(Math.floor(Date.now() / 1000))
    const mac = createHmac('sha256', secret).update(`${t}.${id}.${body}`).digest('base64url')
    return { 'intrum-signature': `t=${t},id=${id},v1=${mac}` }
  },
}

const refusals = { 400: 'order_not_valid', 401: 'customer_not_known', 404: 'case_not_known' } as const

const overview = ({ id, order, state, expiresAt }: Case) => ({
  case_id: id,
  external_id: order,
  state: states[state],
  valid_until: new Date(expiresAt).toISOString(),
})

function show(found: Case) {
  const { result, identified } = found
  return {
    ...overview(found),
    outcome: result ?? null,
    ...(identified
      ? {
          evidence: {
            evidence_id: identified.evidenceId,
            assurance: 'qualified',
            given_name: identified.givenName,
            family_name: identified.surname,
            birth_date: identified.birthDate,
            nationality: identified.nationality,
            mobile_number: identified.mobile,
            approval_serial_number: identified.serialNumber,
            identity_document: {
              kind: found.method === 'external-sc' ? 'id_card' : 'passport',
              number: identified.document.number,
              issuing_country: identified.document.country,
              valid_until: identified.document.validUntil,
            },
            completed_at: identified.at,
          },
        }
      : {}),
  }
}

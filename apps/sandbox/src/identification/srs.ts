import { createHmac, randomUUID } from 'node:crypto'
import { isWebAddress } from '../trust-services/client.ts'
import { textAt } from '../trust-services/json.ts'
import type { Case, NewCase } from './case.ts'
import type { Party } from './party.ts'

const states = { new: 'CREATED', started: 'STARTED', review: 'IN_REVIEW', closed: 'FINISHED' } as const
const methods: Record<string, NewCase['method']> = {
  VIDEO: 'video',
  ROBO: 'robo',
  SMART_CARD: 'external-sc',
}

/** Smart Registration Service, as docs/decisions/0044 has it: for the law of the EU. */
export const srs: Party = {
  name: 'srs',
  title: 'Smart Registration Service',
  enrolment: {
    apiKey: 'srs-api-key-of-the-sandbox-and-of-nobody-else',
    webhookSecret: 'srs-webhook-secret-of-the-sandbox-and-of-nobody-else',
  },
  create: { method: 'POST', path: '/srs/v1/identifications' },
  casePath: '/srs/v1/identifications/:id',
  isCustomer: (headers) => headers['x-api-key'] === srs.enrolment.apiKey,
  readOrder: (body) => {
    const order = textAt(body, 'transactionNumber')
    const method = methods[textAt(body, 'process') ?? '']
    const [returnUrl, webhookUrl] = [textAt(body, 'redirectUrl'), textAt(body, 'callbackUrl')]
    const person = (key: string) => textAt(body, 'person', key)
    const [givenName, surname] = [person('firstName'), person('lastName')]
    const [email, mobile, birthDate] = [person('email'), person('mobilePhone'), person('birthDate')]
    if (!order || !method || !givenName || !surname || !email || !mobile) return undefined
    if (!isWebAddress(returnUrl) || !isWebAddress(webhookUrl)) return undefined
    if (textAt(body, 'jurisdiction') !== 'EIDAS') return undefined
    const language = person('language') ?? 'en'
    const applicant = { givenName, surname, email, mobile, language, ...(birthDate ? { birthDate } : {}) }
    return { party: 'srs', order, method, applicant, returnUrl, webhookUrl }
  },
  created: (made, url) => ({ status: 201, body: { ...overview(made), url } }),
  show,
  showUnknown: (found) => ({ ...show(found), status: 'ON_HOLD_BY_STATION_4' }),
  refusal: (status) => ({ error: { code: refusals[status], message: 'See the documentation.' } }),
  webhook: show,
  sign: (body, secret, delivery = randomUUID()) => {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const mac = createHmac('sha256', secret).update(`${timestamp}.${delivery}.${body}`).digest('hex')
    return { 'x-srs-timestamp': timestamp, 'x-srs-delivery': delivery, 'x-srs-signature': `sha256=${mac}` }
  },
}

const refusals = { 400: 'INVALID_ORDER', 401: 'UNKNOWN_CUSTOMER', 404: 'UNKNOWN_IDENTIFICATION' } as const

const overview = ({ id, order, state, expiresAt }: Case) => ({
  identificationId: id,
  transactionNumber: order,
  status: states[state],
  expiresAt: new Date(expiresAt).toISOString(),
})

function show(found: Case) {
  const { result, state, identified } = found
  const code = result ?? (state === 'review' ? 'REVIEW_PENDING' : undefined)
  return {
    ...overview(found),
    ...(code ? { result: { code } } : {}),
    ...(identified
      ? {
          identity: {
            evidenceId: identified.evidenceId,
            level: 'QES',
            firstName: identified.givenName,
            lastName: identified.surname,
            birthDate: identified.birthDate,
            nationality: identified.nationality,
            mobilePhone: identified.mobile,
            approvalSerialNumber: identified.serialNumber,
            document: {
              type: found.method === 'external-sc' ? 'IDCARD' : 'PASSPORT',
              ...identified.document,
            },
            identifiedAt: identified.at,
          },
        }
      : {}),
  }
}

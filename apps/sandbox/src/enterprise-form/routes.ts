import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import { answerUnavailable, dropConnection, neverAnswer } from '../http/broken-answers.ts'
import { enterpriseFormFaults } from './faults.ts'

/** The form that the sandbox's marketing department has made. */
export const formPath = '/submissions/v3/integration/submit/100200300/6d1f0f5e-4f0c-4d0a-9c1b-2f3a4b5c6d7e'
const known = ['email', 'firstname', 'lastname', 'company', 'phone', 'seats', 'message']
const kept = 200

interface Field {
  readonly objectTypeId?: string
  readonly name: string
  readonly value: string
}
export interface Submission {
  readonly submittedAt?: string
  readonly fields: readonly Field[]
  readonly context?: Readonly<Record<string, string>>
  readonly legalConsentOptions?: {
    readonly consent?: { readonly consentToProcess: boolean; readonly text: string }
  }
}

/** HubSpot's forms API v3, for one form; GET /api/enterprise-form lists what came. */
export function registerEnterpriseForm(app: FastifyInstance, faults: FaultBoard): void {
  let submissions: Submission[] = []

  app.post<{ Body: Submission }>(formPath, (request, reply) => {
    const fault = faults.take('enterprise_form', enterpriseFormFaults)
    if (fault === 'timeout') return neverAnswer(reply)
    if (fault === 'refused') return dropConnection(reply)
    if (fault === 'status_503') return answerUnavailable(reply)
    if (fault === 'rate_limited')
      return reply
        .code(429)
        .send({ status: 'error', message: 'You have reached your limit.', errorType: 'RATE_LIMIT' })
    const errors = errorsOf(request.body)
    if (errors.length > 0)
      return reply.code(400).send({ status: 'error', message: 'The request is not valid', errors })
    submissions = [...submissions, request.body].slice(-kept)
    if (fault === 'timeout_after_effect') return neverAnswer(reply)
    return reply.send({ inlineMessage: 'Thanks for submitting the form.' })
  })

  app.get('/api/enterprise-form', () => ({ items: submissions }))
}

function errorsOf({ fields, submittedAt, legalConsentOptions }: Submission) {
  if (!Array.isArray(fields)) return [{ message: 'fields is required', errorType: 'MISSING_REQUIRED_FIELD' }]
  const error = (name: string, errorType: string) => ({ message: `Error in 'fields.${name}'`, errorType })
  const email = fields.find(({ name }) => name === 'email')?.value
  const isOld = submittedAt !== undefined && Date.now() - Number(submittedAt) > 30 * 86_400_000
  return [
    ...fields
      .filter(({ name }) => !known.includes(name))
      .map(({ name }) => error(name, 'FIELD_NOT_IN_FORM_DEFINITION')),
    ...(email ? [] : [error('email', 'REQUIRED_FIELD')]),
    ...(email && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) ? [error('email', 'INVALID_EMAIL')] : []),
    ...(isOld ? [{ message: 'submittedAt is too old', errorType: 'INPUT_TOO_LARGE' }] : []),
    ...(legalConsentOptions?.consent?.consentToProcess === true
      ? []
      : [{ message: 'Consent is required', errorType: 'MISSING_REQUIRED_FIELD' }]),
  ]
}

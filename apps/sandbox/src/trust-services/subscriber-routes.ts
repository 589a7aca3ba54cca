import type { FastifyInstance } from 'fastify'
import type { NewSubscriber, Subscribers } from './subscribers.ts'

const body = {
  type: 'object',
  required: ['email'],
  properties: {
    email: { type: 'string', minLength: 3, maxLength: 254 },
    mobile: { type: 'string', pattern: String.raw`^\+[1-9]\d{6,14}$` },
    givenName: { type: 'string', minLength: 1, maxLength: 100 },
    surname: { type: 'string', minLength: 1, maxLength: 100 },
    mobileId: { type: 'boolean' },
    jurisdictions: { type: 'array', uniqueItems: true, items: { enum: ['ZERTES', 'EIDAS'] } },
  },
}

/** What a test or an installation arranges: whom the services know, and that someone's phone is another one now. */
export function registerSubscribers(app: FastifyInstance, subscribers: Subscribers): void {
  app.put<{ Body: NewSubscriber }>('/api/trust-services/people', { schema: { body } }, (request) =>
    subscribers.set(request.body),
  )
  app.post<{ Params: { mobile: string } }>(
    '/api/trust-services/people/:mobile/renew-means',
    ({ params }) => ({ serialNumber: subscribers.renewMeans(params.mobile) }),
  )
  app.post<{ Params: { mobile: string } }>(
    '/api/trust-services/people/:mobile/activate-mobile-id',
    ({ params }) => ({ serialNumber: subscribers.activateMobileId(params.mobile) }),
  )
}

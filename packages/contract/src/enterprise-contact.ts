import * as z from 'zod/mini'
import { BillingAddress } from './billing-shapes.ts'
import { endpoint } from './endpoint.ts'
import { seats } from './orders.ts'
import { OptionalPhone } from './phone.ts'
import { plainName, text } from './values.ts'

export const contactEnterprise = endpoint({
  name: 'contactEnterprise',
  method: 'POST',
  path: '/v2/enterprise-contact',
  summary:
    'Request an enterprise offer. Forwarded to the marketing-forms service (7.6.13) or emailed to the operator.',
  credential: 'user',
  body: z.object({
    name: plainName(100, 1),
    business: plainName(100, 1),
    email: BillingAddress.shape.contactEmail.def.innerType,
    phone: OptionalPhone,
    seats: z.optional(z.nullable(seats)),
    message: z.optional(z.nullable(text(2000))),
    consent: z.literal(true),
  }),
  errors: ['validation.failed', 'not_found', 'rate.exceeded'],
})

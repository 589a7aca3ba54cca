import * as z from 'zod/mini'
import { binary, endpoint } from '../endpoint.ts'
import { Id } from '../values.ts'

const byApiUser = { credential: 'api-user', scope: 'signature_requests' } as const

const ById = z.object({ id: Id })

export const getReportV2 = endpoint({
  name: 'getReportV2',
  method: 'GET',
  path: '/v2/signature-requests/{id}/report',
  summary: 'Get the audit trail of a request that was sent: PDF (signed and timestamped), JSON or HTML.',
  ...byApiUser,
  params: ById,
  query: z.object({ type: z._default(z.enum(['PDF', 'JSON', 'HTML']), 'PDF') }),
  output: binary('application/pdf', 'application/json', 'text/html'),
  errors: ['not_found', 'service.saturated', 'service.unavailable'],
})

export const getReportV3 = endpoint({
  ...getReportV2,
  name: 'getReportV3',
  path: '/v3/signature-requests/{id}/report',
})

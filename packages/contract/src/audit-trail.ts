import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { Id } from './values.ts'

const ById = z.object({ id: Id })

export const downloadZip = endpoint({
  name: 'downloadZip',
  method: 'GET',
  path: '/v3/signature-requests/{id}/zip',
  summary: 'Download all documents and the audit trail as a zip file.',
  credential: 'user',
  params: ById,
  query: z.object({ signed: z.optional(z.enum(['true', 'false'])) }),
  output: binary('application/zip'),
  errors: ['not_found'],
})

export const getReport = endpoint({
  name: 'getReport',
  method: 'GET',
  path: '/v3/signature-requests/{id}/report',
  summary:
    'Get the audit trail: PDF (signed and timestamped), JSON or HTML; for the owner, EVIDENCE returns the events as they were hashed, for offline verification.',
  credential: 'user',
  params: ById,
  query: z.object({ type: z._default(z.enum(['PDF', 'JSON', 'HTML', 'EVIDENCE']), 'PDF') }),
  output: binary('application/pdf', 'application/json', 'text/html'),
  errors: ['not_found', 'service.unavailable'],
})

export const downloadDirectZip = endpoint({
  ...downloadZip,
  name: 'downloadDirectZip',
  path: '/v3/direct/signature-requests/{id}/zip',
  credential: 'token',
  query: z.object({
    signed: z.optional(z.enum(['true', 'false'])),
    token: z.string().check(z.minLength(1), z.maxLength(500)),
  }),
})

import * as z from 'zod/mini'
import { documentErrors } from '../documents.ts'
import { endpoint } from '../endpoint.ts'
import { Base64, Id, line } from '../values.ts'
import { requestNames } from './published-names.ts'
import { VisualSignature } from './shapes.ts'

/** Sealing in the business’s name, for API users. */

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

export const sealDocument = endpoint({
  name: 'sealDocument',
  method: 'POST',
  path: '/v2/seal',
  summary:
    'Seal a document. Without `account_name`, with the business’s first seal. Returns the ID of the sealed document once it is there.',
  credential: 'api-user',
  scope: 'seals',
  nullNames: requestNames,
  carriesFiles: true,
  fileMembers: ['content'],
  body: z.object({
    content: Base64,
    title: optional(line(200)),
    account_name: optional(line(100)),
    visual_signature: optional(VisualSignature),
  }),
  output: z.object({ document_id: Id }),
  errors: [
    ...documentErrors,
    'business.payment_required',
    'plan.not_included',
    'plan.signatures_exhausted',
    'request.document_without_signer',
    'seal.demonstration',
    'seal.not_allowed',
    'seal.not_ready',
    'service.saturated',
    'service.unavailable',
    'signing.locked',
    'signing.quality_unavailable',
    'signing.requirements_unmet',
    'validation.failed',
  ],
})
export const sealDocumentV3 = endpoint({
  ...sealDocument,
  name: 'sealDocumentV3',
  path: '/v3/seal',
})

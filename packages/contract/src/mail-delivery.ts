import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Language } from './values.ts'

export const previewInvitation = endpoint({
  name: 'previewInvitation',
  method: 'GET',
  path: '/v3/signature-requests/{id}/signatures/{sigId}/invitation-preview',
  summary: 'Preview the email that a signer gets when the draft is sent, in the language chosen for them.',
  credential: 'user',
  params: z.object({ id: Id, sigId: Id }),
  output: z.object({ language: Language, subject: z.string(), text: z.string() }),
  errors: ['not_found', 'request.no_documents', 'request.no_signers', 'request.not_draft'],
})

import type { I18n } from '@lingui/core'
import { createSignatureRequest, updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { call } from '#web/lib/calls/api.ts'
import { fieldOfSample, sampleContract } from './sample-contract.ts'

/** A draft of the sample contract that its sender signs too: ready to be sent. Answers its id. */
export async function beginSample(i18n: I18n, email: string): Promise<string> {
  const { title, name, bytes } = sampleContract(i18n)
  const content = btoa(String.fromCharCode(...bytes))
  const draft = await call(createSignatureRequest, { body: { title, documents: [{ name, content }] } })
  const documents = draft.documents.map(({ id }) => ({
    document_id: id,
    visual_signature: { position: fieldOfSample },
  }))
  await call(updateSignatureRequest, {
    params: { id: draft.id },
    body: { signatures: [{ account_email: email, document_signatures: documents }] },
  })
  return draft.id
}

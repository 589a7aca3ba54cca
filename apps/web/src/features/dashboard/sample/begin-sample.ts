import type { I18n } from '@lingui/core'
import { createSignatureRequest, updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { call } from '#web/lib/calls/api.ts'
import { msg } from '@lingui/core/macro'
import { type Line, wrap, writePdf } from './write-pdf.ts'

/** Where the one who tries it signs: the foot of the only page. */
const fieldOfSample = { page: '0', x: 72, y: 640, width: 180, height: 60 }

const clauses = [
  msg`This is a sample. Sign it to see what your signers will see.`,
  msg`1. The contractor advises the client on the introduction of electronic signatures, from the first of next month.`,
  msg`2. The fee is 120 per hour. Invoices are due within 30 days.`,
  msg`3. Both parties keep confidential what they learn about each other, also after the agreement ends.`,
  msg`4. Either party may end the agreement with one month’s notice, in writing or by electronic signature.`,
]

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
    body: { signatures: [{ account_email: email, all_documents: true, document_signatures: documents }] },
  })
  return draft.id
}

/** The sample in the reader's language, with the name of its file. */
function sampleContract(i18n: I18n): { title: string; name: string; bytes: Uint8Array<ArrayBuffer> } {
  const title = i18n._(msg`Sample contract`)
  const paragraphs = clauses.flatMap((clause) =>
    wrap(i18n._(clause), 84).map((text, index): Line => ({ text, size: 11, above: index === 0 ? 14 : 5 })),
  )
  const lines = [{ text: title, size: 20, above: 0 }, ...paragraphs]
  return { title, name: `${title}.pdf`, bytes: writePdf(title, i18n.locale, lines) }
}

import { updateUser } from '@countersign/contract/accounts.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import { sign } from '@countersign/contract/signing.ts'
import { listInputFields } from '@countersign/pdf-signature/fields/list-input-fields.ts'
import { expect, test } from 'vitest'
import { value } from '#api/testing/field-signing.ts'
import { startProduct } from '#api/testing/product.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { aField } from '#api/testing/signer-fields.ts'

const mobile = '+41791234568'

test('the values that were approved are signed, once, when the process is killed between the approval and the signature', async () => {
  let product = await startProduct()
  try {
    const ben = await product.person({ firstName: 'Ben' })
    await product.call(updateUser, { body: { attributes: { mobile } } }, ben.as)
    // Too early for the signature to be begun, and in the middle of it.
    for (const [round, instant] of [5, 60].entries()) {
      const fields = [aField(0, { required: true }), aField(1, { type: 'CHECKBOX' })]
      const signers = [{ email: ben.email, firstName: 'Ben', lastName: 'Keller', fields }]
      const sent = await aSignatureRequest(product, { owner: ben, quality: 'AES', signers })
      const params = { id: sent.id }
      const documentId = sent.documents[0]?.id ?? ''
      const approved = [value('field-0', `Approved ${round}`), value('field-1', true)]
      const item = { signatureRequestId: sent.id, documentSignatures: [{ documentId, fields: approved }] }
      const begun = await product.call(sign, { body: { signatureRequests: [item] } }, ben.as)
      expect(begun.signatures).toMatchObject([{ status: 'OPEN', step: { kind: 'TAN' } }])
      const messages = () => product.inbox.list(mobile)
      await expect.poll(async () => (await messages()).length, { timeout: 90_000 }).toBe(round + 1)
      const [message] = await messages()
      const tan = /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? ''
      // Typed in another page after the code was sent for: it is not what is approved.
      const typed = { fields: [value('field-0', 'Typed later')] }
      await product.ask(
        saveFieldInput,
        { params: { ...params, sigId: sent.signatures[0]?.sid ?? '' }, body: typed },
        ben.as,
      )

      const give = () =>
        product.ask(sign, { body: { signatureRequests: [{ signatureRequestId: sent.id }], tan } }, ben.as)
      const answered = give().catch(() => null)
      await new Promise((resolve) => setTimeout(resolve, instant))
      await product.kill()
      await answered
      product = await product.restart()
      const events = async () => (await product.call(requests.getEvents, { params }, ben.as)).items
      if (!(await events()).some(({ type }) => type === 'approval_given')) await give()
      const status = async () =>
        (await product.call(requests.getSignatureRequestStatus, { params }, ben.as)).status_overall
      await expect.poll(status, { timeout: 90_000, interval: 50 }).toBe('SIGNED')

      const { signatures } = await product.call(requests.getSignatureRequest, { params }, ben.as)
      const kept = signatures[0]?.document_signatures[0]?.fields.map((field) => field.value)
      expect(kept).toEqual([`Approved ${round}`, true])
      const call = { params: { id: documentId }, query: { signed: 'true' as const } }
      const file = new Uint8Array(await (await product.call(downloadDocument, call, ben.as)).arrayBuffer())
      expect(listInputFields(file).fields.map((field) => field.value)).toEqual(kept)
      const made = (await events()).filter(({ type }) => type === 'signed')
      expect(made).toHaveLength(1)
      expect(JSON.stringify(made[0]?.data)).toContain(`"value":"Approved ${round}"`)
    }
  } finally {
    await product.stop()
  }
})

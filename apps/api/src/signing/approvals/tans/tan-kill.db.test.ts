import { updateUser } from '@countersign/contract/accounts.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { expect, test } from 'vitest'
import { type Product, startProduct } from '#api/testing/product.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

const mobile = '+41791234567'

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''

/** Makes a call and kills the product some milliseconds into it. */
async function killDuring(product: Product, call: () => Promise<unknown>, after: number): Promise<Product> {
  const answered = call().catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, after))
  await product.kill()
  await answered
  return product.restart()
}

test('one code is sent and one signature made when the process is killed while sending, or between code and signature', async () => {
  let product = await startProduct()
  try {
    const ben = await product.person({ firstName: 'Ben' })
    await product.call(updateUser, { body: { attributes: { mobile } } }, ben.as)
    const signers = [{ email: ben.email, firstName: 'Ben', lastName: 'Keller' }]
    // Too early to have begun here, in the middle there: each has to end the same way.
    for (const [round, [sending, signing]] of (
      [
        [30, 60],
        [150, 5],
      ] as const
    ).entries()) {
      const { id } = await aSignatureRequest(product, { owner: ben, quality: 'AES', signers })
      const body = { signatureRequests: [{ signatureRequestId: id }] }
      const begin = () => product.ask(sign, { body }, ben.as)
      product = await killDuring(product, begin, sending)
      // Killed before the call was written down, it is made again; written down, this is the second click of two.
      const again = await product.call(sign, { body }, ben.as)
      expect(again.signatures).toMatchObject([{ status: 'OPEN', step: { kind: 'TAN' } }])
      const messages = () => product.inbox.list(mobile)
      await expect.poll(async () => (await messages()).length, { timeout: 90_000 }).toBe(round + 1)
      const [message] = await messages()
      const tan = codeIn(message?.text ?? '')

      const give = () => product.ask(sign, { body: { ...body, tan } }, ben.as)
      product = await killDuring(product, give, signing)
      const events = async () =>
        (await product.call(requests.getEvents, { params: { id } }, ben.as)).items.map(({ type }) => type)
      if (!(await events()).includes('approval_given'))
        await product.call(sign, { body: { ...body, tan } }, ben.as)
      const status = async () =>
        (await product.call(requests.getSignatureRequestStatus, { params: { id } }, ben.as)).status_overall
      await expect.poll(status, { timeout: 90_000, interval: 50 }).toBe('SIGNED')
      const types = await events()
      expect(types.filter((type) => type === 'approval_given' || type === 'signed').toSorted()).toEqual([
        'approval_given',
        'signed',
      ])
      // The gateway was asked again under the same reference: it sent one message.
      expect(await messages()).toHaveLength(round + 1)
    }
  } finally {
    await product.stop()
  }
})

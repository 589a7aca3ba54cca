import { previewInvitation } from '@countersign/contract/mail-delivery.ts'
import { initiateSignatureRequest, updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aDraft } from '#api/testing/signature-request.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const luc = { email: 'luc@example.org', firstName: 'Luc', lastName: 'Favre', language: 'fr' as const }
const withoutLinks = (text: string) => text.replaceAll(/https?:\/\/\S+/g, '')

test('the sender previews the email that a signer then gets, in the language chosen for them', async () => {
  const mara = await api.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aBusiness(api, { admins: [mara] })
  const draft = await aDraft(api, { owner: mara, title: 'Lease', signers: [luc] })
  const [signature] = draft.signatures
  await api.call(
    updateSignatureRequest,
    { params: { id: draft.id }, body: { message: 'Until Friday, please.' } },
    mara.as,
  )
  const params = { id: draft.id, sigId: signature?.sid ?? '' }
  const preview = await api.call(previewInvitation, { params }, mara.as)
  expect(preview.language).toBe('fr')
  expect(preview.text).toContain('Until Friday, please.')
  await api.call(initiateSignatureRequest, { params: { id: draft.id } }, mara.as)
  const mail = await api.inbox.next(luc.email)
  expect(preview.subject).toBe(mail.subject)
  expect(withoutLinks(preview.text).trim()).toBe(withoutLinks(mail.text).trim())
  expect(await api.ask(previewInvitation, { params }, mara.as)).toMatchObject({
    status: 409,
    error: { key: 'request.not_draft' },
  })
})

test('nobody but the sender previews an email, and a signer of another request has none', async () => {
  const [mara, ben] = [await api.person({ firstName: 'Mara' }), await api.person({ firstName: 'Ben' })]
  const draft = await aDraft(api, { owner: mara, signers: [luc] })
  const params = { id: draft.id, sigId: draft.signatures[0]?.sid ?? '' }
  expect(await api.ask(previewInvitation, { params }, ben.as)).toMatchObject({ status: 404 })
  expect(await api.ask(previewInvitation, { params })).toMatchObject({ status: 401 })
  const another = { ...params, sigId: crypto.randomUUID() }
  expect(await api.ask(previewInvitation, { params: another }, mara.as)).toMatchObject({ status: 404 })
  const malformed = { ...params, sigId: 'none' }
  expect(await api.ask(previewInvitation, { params: malformed }, mara.as)).toMatchObject({ status: 404 })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { sendMail } from './send-mail.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
}, 60_000)
afterAll(() => api?.stop())

test('an email whose process was killed before it was noted as sent comes again under the same Message-ID, and no other has it', async () => {
  const owner = await api.person({ firstName: 'Anna' })
  const [ben, carla] = ['ben.again@example.org', 'carla.once@example.org']
  await aSignatureRequest(api, { owner, signers: [{ email: ben }, { email: carla }] })
  const { pool } = api.context
  const { rows } = await pool.query<{ id: string; recipient: string; input: object }>(
    'SELECT id, recipient, input FROM mails WHERE recipient = ANY($1) ORDER BY recipient',
    [[ben, carla]],
  )
  for (const { id } of rows) await sendMail(api.context, id)
  const first = await api.inbox.next(ben)
  const [mail] = rows
  await pool.query(`UPDATE mails SET state = 'pending', sent_at = NULL, input = $2 WHERE id = $1`, [
    mail?.id,
    mail?.input,
  ])
  await sendMail(api.context, mail?.id ?? '')
  const second = await api.inbox.next(ben)
  expect(second.id).not.toBe(first.id)
  expect(second.messageId).toMatch(/^<.+@.+>$/)
  expect(second).toMatchObject({ messageId: first.messageId, subject: first.subject, text: first.text })
  expect((await api.inbox.next(carla)).messageId).not.toBe(first.messageId)
})

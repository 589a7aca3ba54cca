import { requestConfirmation } from '@countersign/contract/accounts.ts'
import { sign } from '@countersign/contract/signing.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeal } from '#api/business/seals/add-seal.ts'
import { connect } from '#api/platform/db/connect.ts'
import { jobClasses } from '#api/platform/jobs/job-classes.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { orderOf } from '#api/testing/request-actions.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let owner: pg.Pool
beforeAll(async () => {
  api = await startTestApi()
  owner = connect(api.connection, 'owner', 1, () => {})
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

/** How many jobs of a task hold a slot at this moment. */
async function inProgress(task: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = $1 AND locked_at IS NOT NULL`,
    [task],
  )
  return rows[0]?.count ?? 0
}

test('a signature is made while a mail server and a trust service that hang take every slot they can get', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const businessId = await aBusiness(api, { admins: [ben] })
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: ben.email }] })
  for (const party of ['smtp', 'ais', 'csc']) await api.fault(party, 'timeout', -1)

  for (let number = 0; number < jobClasses.emails.slots + 3; number += 1)
    await api.call(requestConfirmation, { body: { email: `slow.${number}@example.org` } })
  for (let number = 0; number < jobClasses.providers.slots + 3; number += 1)
    await addSeal(api.context, businessId, {
      accountName: `seal-${number}`,
      label: 'Lindenhof AG',
      quality: 'AES',
      legislation: 'ZERTES',
      service: null,
      sealName: 'Lindenhof AG',
      organisation: 'Lindenhof AG',
      certifies: false,
    })
  await expect.poll(() => inProgress('send-mail')).toBe(jobClasses.emails.slots)
  await expect.poll(() => inProgress('prove-seal')).toBe(jobClasses.providers.slots)

  const signed = await api.call(sign, orderOf(request.id), ben.as)
  expect(signed.signatures).toMatchObject([{ status: 'SIGNED' }])
  expect(await inProgress('send-mail')).toBe(jobClasses.emails.slots)
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
})

import { contactContext } from '#api/business/enterprise-contact/submit-contact.ts'
import type { OwnerClient } from '#api/platform/db/connect.ts'
import { listEncryptedPayloads, replaceEncryptedPayload } from '#api/platform/jobs/encrypted-payloads.ts'
import { type ReencryptedColumn, tryReencrypt } from '#api/platform/secrets/encrypted-column.ts'
import type { MasterKey } from '#api/platform/secrets/secret-box.ts'

const task = 'submit-contact'

/** The contact forms that wait for the marketing service: those that it never took wait until the operator mends that. */
export async function reencryptJobs(
  owner: OwnerClient,
  masterKey: MasterKey,
  { dryRun = false } = {},
): Promise<ReencryptedColumn> {
  const payloads = await listEncryptedPayloads(owner, task)
  const unreadable: string[] = []
  let outdated = 0
  for (const payload of payloads) {
    const sealed = Buffer.from(payload.encrypted, 'base64')
    const fresh = tryReencrypt(masterKey, sealed, contactContext(payload.id))
    if (fresh === 'unreadable') unreadable.push(payload.id)
    else if (fresh !== null) {
      outdated += 1
      if (!dryRun) await replaceEncryptedPayload(owner, task, payload, Buffer.from(fresh).toString('base64'))
    }
  }
  return { table: 'jobs', column: task, values: payloads.length, outdated, unreadable }
}

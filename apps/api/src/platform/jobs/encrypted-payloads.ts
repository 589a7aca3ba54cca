import type pg from 'pg'
import type { EncryptedValue, FreshValue } from '#api/platform/secrets/encrypted-column-repository.ts'

// What a job carries: `{"id", "encrypted": base64}`. The id is part of what it is encrypted with.

type Owner = Pick<pg.Pool, 'query'>

/** Of all jobs of a task that there are, failed ones included. */
export async function listEncryptedPayloads(owner: Owner, task: string): Promise<EncryptedValue[]> {
  const { rows } = await owner.query<EncryptedValue>(
    `SELECT j.payload ->> 'id' AS key, decode(j.payload ->> 'encrypted', 'base64') AS encrypted
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = $1 AND j.payload ->> 'encrypted' IS NOT NULL ORDER BY j.id`,
    [task],
  )
  return rows
}

/** A job that is just done, or was done meanwhile, needs it no longer. */
export async function replaceEncryptedPayload(
  owner: Owner,
  task: string,
  { key, encrypted, fresh }: FreshValue,
): Promise<void> {
  const [from, to] = [encrypted, fresh].map((bytes) => Buffer.from(bytes).toString('base64'))
  await owner.query(
    `UPDATE graphile_worker._private_jobs j SET payload = json_build_object('id', $2::text, 'encrypted', $4::text)
     FROM graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = $1 AND j.payload ->> 'id' = $2 AND j.payload ->> 'encrypted' = $3`,
    [task, key, from, to],
  )
}

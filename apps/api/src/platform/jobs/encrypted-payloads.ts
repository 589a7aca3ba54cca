import type pg from 'pg'

/** What a job carries, encrypted, as base64; its id is part of what it is encrypted with. */
export interface EncryptedPayload {
  readonly id: string
  readonly encrypted: string
}

type Owner = Pick<pg.Pool, 'query'>

/** Of all jobs of a task that there are, failed ones included. */
export async function listEncryptedPayloads(owner: Owner, task: string): Promise<EncryptedPayload[]> {
  const { rows } = await owner.query<EncryptedPayload>(
    `SELECT j.payload ->> 'id' AS id, j.payload ->> 'encrypted' AS encrypted
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
  { id, encrypted }: EncryptedPayload,
  fresh: string,
): Promise<void> {
  await owner.query(
    `UPDATE graphile_worker._private_jobs j SET payload = json_build_object('id', $2::text, 'encrypted', $4::text)
     FROM graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = $1 AND j.payload ->> 'id' = $2 AND j.payload ->> 'encrypted' = $3`,
    [task, id, encrypted, fresh],
  )
}

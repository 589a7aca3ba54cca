import type { Legislation } from '@countersign/contract/values.ts'
import type pg from 'pg'

export interface ProvenPerson {
  readonly legislation: Legislation
  readonly givenName?: string
  readonly surname?: string
  readonly mobile: string
  readonly approvalSerialNumber?: string
  /** Approves on the phone itself. */
  readonly mobileId?: boolean
  /** The sandbox's address: its trust services know them by that name as well. */
  readonly knownAt: string
}

/**
 * An account that was identified some time ago and has accepted the trust services' terms: the rows that this leaves, for
 * tests of what it opens.
 */
export async function anIdentified(
  pool: Pick<pg.Pool, 'query'>,
  email: string,
  proved: ProvenPerson,
): Promise<void> {
  await tellTrustServices(email, proved)
  await pool.query(
    `WITH signer AS (
       UPDATE accounts SET mobile = $3, trust_service_terms_accepted_at = now() WHERE email = $1 RETURNING id, email
     )
     INSERT INTO identifications (account_id, email, holder, legislation, proven, ${common})
     SELECT id, email, 'account:' || id, $2, $4, ${commonValues} FROM signer`,
    [email, proved.legislation, proved.mobile, provenOf(proved)],
  )
}

/** The same of someone who came by a link, for the one signature that is asked of them. */
export async function anIdentifiedGuest(
  pool: Pick<pg.Pool, 'query'>,
  email: string,
  proved: ProvenPerson,
): Promise<void> {
  await tellTrustServices(email, proved)
  await pool.query(
    `INSERT INTO identifications (request_id, signature_id, email, holder, legislation, proven, terms_accepted_at, ${common})
     SELECT request_id, id, email, 'guest:' || id || ':' || email, $2, $3, now(), ${commonValues}
     FROM signatures WHERE email = $1`,
    [email, proved.legislation, provenOf(proved)],
  )
}

async function tellTrustServices(email: string, { knownAt, ...proved }: ProvenPerson): Promise<void> {
  const { givenName, surname, mobile, mobileId = false } = { ...names, ...proved }
  const reply = await fetch(`${knownAt}/api/trust-services/people`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, givenName, surname, mobile, mobileId }),
  })
  if (!reply.ok) throw new Error(`The trust services: ${reply.status}`)
}

const names = { givenName: 'Anna', surname: 'Keller' }

const common = `language, method, provider, return_url, status, person_encrypted, evidence_encrypted, created_at, updated_at,
  finished_at, valid_until`
const commonValues = `'en', 'video', 'test', '/', 'success', '\\x00', '\\x00', now(), now(), now(), now() + interval '5 years'`

function provenOf(proved: ProvenPerson): string {
  const { givenName, surname, mobile, approvalSerialNumber = null } = { ...names, ...proved }
  return JSON.stringify({ level: 'QES', givenName, surname, country: 'CH', mobile, approvalSerialNumber })
}

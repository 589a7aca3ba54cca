import type pg from 'pg'

export interface Proved {
  readonly legislation: 'ZERTES' | 'EIDAS'
  readonly givenName?: string
  readonly surname?: string
  readonly mobile: string
  readonly approvalSerialNumber?: string
}

/**
 * An account that was identified some time ago and has accepted the trust services' terms: the rows that this leaves, for
 * tests of what it opens.
 */
export async function anIdentified(
  pool: Pick<pg.Pool, 'query'>,
  email: string,
  { legislation, givenName = 'Anna', surname = 'Keller', mobile, approvalSerialNumber }: Proved,
): Promise<void> {
  const proven = {
    level: 'QES',
    givenName,
    surname,
    country: 'CH',
    mobile,
    approvalSerialNumber: approvalSerialNumber ?? null,
  }
  await pool.query(
    `WITH signer AS (
       UPDATE accounts SET mobile = $3, trust_service_terms_accepted_at = now() WHERE email = $1 RETURNING id, email
     )
     INSERT INTO identifications (account_id, email, holder, language, legislation, method, provider, return_url, status,
       person_sealed, evidence_sealed, proven, created_at, updated_at, finished_at, valid_until)
     SELECT id, email, 'account:' || id, 'en', $2, 'video', 'test', '/', 'success', '\\x00', '\\x00', $4, now(), now(), now(),
       now() + interval '5 years' FROM signer`,
    [email, legislation, mobile, JSON.stringify(proven)],
  )
}

import { type RawBuilder, sql } from 'kysely'

/**
 * Of a row of `signature_requests`: its owner has left the business it was made for, and it goes to another member. Until the job has
 * done that the row names the former member still, to whom it is closed: the policy says so of a request, and these words
 * wherever rows are chosen without it.
 */
export const beingTransferred = (request: string): string => `EXISTS (
  SELECT FROM ownership_transfers going
  WHERE going.account_id = ${request}.owner_id AND ${request}.created_at <= going.until AND (
    ${request}.created_at >= going.since OR EXISTS (
      SELECT FROM evidence_events taken
      WHERE taken.request_id = ${request}.id AND taken.type = 'owner_changed'
        AND taken.data ->> 'toId' = ${request}.owner_id::text AND taken.at >= going.since)))`

/** Is the request being transferred away from this account? */
export const isLeaving = (request: string, accountId: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${request}.owner_id`)} = ${accountId} AND ${sql.raw(beingTransferred(request))})`

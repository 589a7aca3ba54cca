import type { Database } from '#api/platform/db/connect.ts'

/** Deletes what was over before these times. Answers how many rows went. */
export async function deleteExpired(
  db: Database,
  { weekAgo, dayAgo }: { readonly weekAgo: Date; readonly dayAgo: Date },
): Promise<number> {
  const gone = await Promise.all([
    // The newest of each account stays: a new browser is told from it, however long nobody has signed in.
    db
      .deleteFrom('sessions')
      .where('expires_at', '<', weekAgo)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('sessions as later')
            .select('later.id')
            .whereRef('later.account_id', '=', 'sessions.account_id')
            .whereRef('later.expires_at', '>', 'sessions.expires_at'),
        ),
      )
      .executeTakeFirst(),
    db.deleteFrom('confirmations').where('expires_at', '<', weekAgo).executeTakeFirst(),
    db.deleteFrom('login_challenges').where('expires_at', '<', dayAgo).executeTakeFirst(),
    // Second factors that were begun and never used.
    db
      .deleteFrom('second_factors')
      .where('confirmed_at', 'is', null)
      .where('created_at', '<', dayAgo)
      .executeTakeFirst(),
    db.deleteFrom('single_sign_ons').where('expires_at', '<', weekAgo).executeTakeFirst(),
    db.deleteFrom('single_sign_on_returns').where('expires_at', '<', weekAgo).executeTakeFirst(),
    db.deleteFrom('api_tokens').where('expires_at', '<', dayAgo).executeTakeFirst(),
    db.deleteFrom('throttles').where('window_started_at', '<', dayAgo).executeTakeFirst(),
    db.deleteFrom('idempotency_keys').where('created_at', '<', dayAgo).executeTakeFirst(),
  ])
  return gone.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}

import type { Context } from '#api/providers/context.ts'

/** What is over is kept a while for whoever looks into an incident, then goes. Answers how many rows went. */
export async function purgeExpired(context: Context): Promise<number> {
  const weekAgo = daysBefore(context.now(), 7)
  const dayAgo = daysBefore(context.now(), 1)
  const { db } = context
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

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}

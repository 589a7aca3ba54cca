import type { Context } from '#api/providers/context.ts'
import { expiringCertificates } from './expiring-certificates.ts'

const day = 86_400_000

/** The daily job that says in the log which certificates end within 30 days. Answers how many. */
export async function announceExpiry(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
): Promise<number> {
  const now = context.now()
  const expiring = await expiringCertificates(context, now)
  for (const { use, name, subject, endsAt } of expiring) {
    const days = Math.floor((endsAt.getTime() - now.getTime()) / day)
    context.log[days < 0 ? 'error' : 'warn'](
      { use, name, subject, endsAt, days },
      days < 0 ? 'a certificate has expired' : 'a certificate expires soon',
    )
  }
  return expiring.length
}

import type { Language } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueMail } from './enqueue-mail.ts'
import type { SecurityChange } from '#api/mail/templates/wording.ts'

/** Tells the holder of an account what was done to it, by anyone: goes out whatever the notification level is. */
export function enqueueSecurityNotice(
  context: Context,
  tx: Transaction,
  account: {
    readonly email: string
    readonly language: Language
    readonly timeZone?: string | null | undefined
  },
  change: SecurityChange,
  actor: { readonly address: string; readonly userAgent: string },
  detail?: string,
  { isVerified = false }: { readonly isVerified?: boolean } = {},
): Promise<void> {
  return enqueueMail(context, tx, {
    kind: 'security_notice',
    recipient: account.email,
    language: account.language,
    timeZone: account.timeZone,
    input: {
      change,
      at: context.now().toISOString(),
      address: actor.address,
      device: actor.userAgent,
      ...(detail ? { detail } : {}),
      ...(isVerified ? { isVerified } : {}),
    },
  })
}

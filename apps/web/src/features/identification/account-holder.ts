import type { User } from '@countersign/contract/account-shapes.ts'
import { toE164 } from '#web/lib/forms/calling-codes.ts'
import { paths } from '#web/lib/paths.ts'
import { tabMemory } from '#web/lib/browser/tab-memory.ts'
import { accountCalls } from './calls.ts'
import type { Holder } from './holder.ts'

/** The request for which an account is identified: its sender's business may pay, and one goes back to it. */
export const identificationRequest = tabMemory<{ requestId: string }>('identification-for', 'account')

export function accountHolder(
  user: User,
  requestId: string | null,
  changes: Required<Pick<Holder, 'saveMobile' | 'adoptName'>>,
): Holder {
  return {
    key: requestId === null ? 'account' : `account ${requestId}`,
    isGuest: false,
    email: user.email,
    person: {
      firstName: user.firstName,
      lastName: user.lastName,
      // Before countries were asked for, a number could be kept without one.
      mobile: toE164('CH', user.attributes.mobile ?? ''),
    },
    calls: accountCalls(requestId ?? undefined),
    page: (page) => paths.qualities(page),
    home:
      requestId === null
        ? { to: paths.qualities(), isDocument: false }
        : { to: paths.view(requestId), isDocument: true },
    ...changes,
  }
}

import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { linkIdentity } from '@countersign/contract/single-sign-on.ts'
import { call } from '#web/lib/calls/api.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { pendingLink, type PendingLink } from '#web/lib/account/pending-link.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

/** Connects the account that has just signed in with the company's sign-in, and says so. It stays signed in either way. */
export async function connect({ code, provider }: PendingLink): Promise<void> {
  pendingLink.forget()
  try {
    await call(linkIdentity, { body: { code } }, { background: true })
    showSnackbar(t`Your account is connected to ${provider}`, { color: 'success', duration: 6000 })
  } catch (refusal) {
    const why = describeFailure(refusal, i18n)
    showSnackbar(t`Your account wasn’t connected to ${provider}. ${why}`, {
      color: 'error',
      indefinite: true,
    })
  }
}

import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getUser, updateUser } from '@countersign/contract/accounts.ts'
import type { User } from '@countersign/contract/account-shapes.ts'
import { call, type CallInput } from '#web/lib/calls/api.ts'
import { keepUser, useCurrentUser } from '#web/lib/account/current-user.ts'
import { selectLanguage } from '#web/lib/language/i18n.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { showDone } from '#web/ui/dialogs/show-done.ts'
import { undoOf, type Changes } from './attributes.ts'

export async function changeAccount(body: CallInput<typeof updateUser>['body']): Promise<User> {
  const user = await call(updateUser, { body })
  keepUser(user)
  return user
}

export async function refreshUser(): Promise<User> {
  const user = await call(getUser, { query: { v2: 'true' } }, { background: true })
  keepUser(user)
  return user
}

/** The account as it is now: asked for again with each page of the profile, and when one comes back to the tab. */
export function useFreshUser(): User {
  useQuery({ queryKey: ['account'], queryFn: refreshUser, refetchOnWindowFocus: true })
  return useCurrentUser()
}

/** Saves settings, says so and offers the way back. */
export function useSaveSettings(): (changes: Changes, message: string) => Promise<User> {
  const { t } = useLingui()
  const { attributes: before } = useCurrentUser()
  return async (changes, message) => {
    const user = await changeAccount({ attributes: changes })
    showDone(message, { text: t`Undo`, handler: () => void undo(changes) })
    await follow(changes)
    return user
  }

  async function undo(changes: Changes) {
    try {
      const now = await refreshUser()
      const back = undoOf(before, changes, now.attributes)
      if (Object.keys(back).length > 0) await changeAccount({ attributes: back })
      await follow(back)
    } catch {
      showSnackbar(t`We couldn’t undo this. Please try again.`, { color: 'error' })
    }
  }
}

/** The page is in the account’s language. */
async function follow({ lang }: Changes): Promise<void> {
  if (lang !== undefined) await selectLanguage(lang)
}

import type { ApiUser } from '@countersign/contract/api-users.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { nameOf } from '#web/lib/business/api-user-name.ts'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { openSecretDialog } from '#web/ui/dialogs/secret-dialog.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import {
  describeApiUser,
  makeApiUser,
  makeNewKey,
  refreshApiUsers,
  removeApiUser,
  type KeyReplacement,
  type NewApiUser,
  type NewKey,
} from './api-user-calls.ts'
import { ApiUserForm } from './api-user-form.tsx'
import { KeyReplacementForm } from './key-replacement-form.tsx'

/** What can be done with API users, and what is said afterwards. */
export function useApiUserActions() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const refresh = () => refreshApiUsers(queries)

  const create = () =>
    openDialog<NewApiUser>({
      namespace: 'business',
      name: 'create-api-user',
      title: <Trans>New API user</Trans>,
      content: (controls) => <ApiUserForm existing={null} controls={controls} />,
      onAction: async (described) => {
        openNewKey(await makeApiUser(described))
        void refresh()
      },
    })

  const edit = (existing: ApiUser) =>
    openDialog<NewApiUser>({
      namespace: 'business',
      name: 'edit-api-user',
      title: <Trans>Edit API user</Trans>,
      content: (controls) => <ApiUserForm existing={existing} controls={controls} />,
      onAction: async (described) => {
        const { description, scopes } = described
        await describeApiUser(existing.username, { description, scopes })
        await refresh()
        showSnackbar(t`API user saved.`, { color: 'success' })
      },
    })

  const reset = (apiUser: ApiUser) => {
    const name = nameOf(apiUser)
    openDialog<KeyReplacement>({
      namespace: 'business',
      name: 'reset-api-user',
      title: <Trans>Create a new key for “{name}”?</Trans>,
      content: (controls) => <KeyReplacementForm controls={controls} />,
      onAction: async (replacement) => {
        openNewKey(await makeNewKey(apiUser.username, replacement))
        void refresh()
      },
    })
  }

  const remove = (apiUser: ApiUser) => {
    const name = nameOf(apiUser)
    openConfirmation({
      namespace: 'business',
      name: 'delete-api-user',
      title: <Trans>Delete API user “{name}”?</Trans>,
      text: (
        <Trans>
          Its key and every program that uses it stop working immediately. Requests it sent stay open: only
          members with write access can withdraw them then. This can’t be undone.
        </Trans>
      ),
      stay: <Trans>Keep as is</Trans>,
      button: <Trans>Delete API user</Trans>,
      run: async () => {
        await removeApiUser(apiUser.username)
        await refresh()
        showSnackbar(t`API user deleted.`)
      },
    })
  }

  return { create, edit, reset, remove }
}

function openNewKey({ username, key }: NewKey): void {
  openSecretDialog({
    name: 'new-api-key',
    title: <Trans>API user key</Trans>,
    advice: <Trans>We only store its hash. Keep it somewhere safe; if you lose it, create a new key.</Trans>,
    values: [
      { name: <Trans>User name</Trans>, value: username },
      { name: <Trans>Key</Trans>, value: key },
    ],
    confirmation: <Trans>I’ve stored the key safely</Trans>,
  })
}

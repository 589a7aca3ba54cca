import type { ApiUser } from '@countersign/contract/api-users.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { openConfirmation } from '#web/ui/confirmation.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'
import { showSnackbar } from '#web/ui/snackbar-store.ts'
import {
  describeApiUser,
  makeApiUser,
  makeNewKey,
  refreshApiUsers,
  removeApiUser,
  type Described,
} from './api-user-calls.ts'
import { ApiUserForm } from './api-user-form.tsx'
import { openNewKey } from './new-key.tsx'
import { nameOf } from './shown-api-users.ts'

/** What can be done with API users, and what is said afterwards. */
export function useApiUserActs() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const refresh = () => refreshApiUsers(queries)

  const create = () =>
    openDialog<Described>({
      namespace: 'business',
      name: 'create-api-user',
      title: <Trans>New API user</Trans>,
      content: (controls) => <ApiUserForm kept={null} controls={controls} />,
      onAction: async (described) => {
        openNewKey(await makeApiUser(described))
        void refresh()
      },
    })

  const edit = (kept: ApiUser) =>
    openDialog<Described>({
      namespace: 'business',
      name: 'edit-api-user',
      title: <Trans>Change this API user</Trans>,
      content: (controls) => <ApiUserForm kept={kept} controls={controls} />,
      onAction: async (described) => {
        await describeApiUser(kept.username, described)
        await refresh()
        showSnackbar(t`The API user is saved.`, { color: 'success' })
      },
    })

  const reset = (apiUser: ApiUser) => {
    const name = nameOf(apiUser)
    openConfirmation({
      namespace: 'business',
      name: 'reset-api-user',
      title: <Trans>Make a new key for “{name}”?</Trans>,
      text: (
        <Trans>
          The key that it has now stops working at once, and so does every program that uses it, until it has
          the new one. This cannot be undone.
        </Trans>
      ),
      stay: <Trans>Keep it as it is</Trans>,
      button: <Trans>Make a new key</Trans>,
      run: async () => {
        openNewKey(await makeNewKey(apiUser.username))
        void refresh()
      },
    })
  }

  const remove = (apiUser: ApiUser) => {
    const name = nameOf(apiUser)
    openConfirmation({
      namespace: 'business',
      name: 'delete-api-user',
      title: <Trans>Delete the API user “{name}”?</Trans>,
      text: (
        <Trans>
          Its key stops working at once, and so does every program that uses it. It cannot be brought back.
        </Trans>
      ),
      stay: <Trans>Keep it as it is</Trans>,
      button: <Trans>Delete API user</Trans>,
      run: async () => {
        await removeApiUser(apiUser.username)
        await refresh()
        showSnackbar(t`The API user is deleted.`)
      },
    })
  }

  return { create, edit, reset, remove }
}

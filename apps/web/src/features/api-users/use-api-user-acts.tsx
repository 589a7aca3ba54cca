import type { ApiUser } from '@countersign/contract/api-users.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
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
    confirm({
      name: 'reset-api-user',
      title: <Trans>Make a new key for “{name}”?</Trans>,
      text: (
        <Trans>
          The key that it has now stops working at once, and so does every program that uses it, until it has
          the new one. This cannot be undone.
        </Trans>
      ),
      act: <Trans>Make a new key</Trans>,
      onAction: async () => {
        openNewKey(await makeNewKey(apiUser.username))
        void refresh()
      },
    })
  }

  const remove = (apiUser: ApiUser) => {
    const name = nameOf(apiUser)
    confirm({
      name: 'delete-api-user',
      title: <Trans>Delete the API user “{name}”?</Trans>,
      text: (
        <Trans>
          Its key stops working at once, and so does every program that uses it. It cannot be brought back.
        </Trans>
      ),
      act: <Trans>Delete API user</Trans>,
      onAction: async () => {
        await removeApiUser(apiUser.username)
        await refresh()
        showSnackbar(t`The API user is deleted.`)
      },
    })
  }

  return { create, edit, reset, remove }
}

/** Asks before something stops working. */
function confirm(asked: {
  name: string
  title: ReactNode
  text: ReactNode
  act: ReactNode
  onAction: () => Promise<void>
}): void {
  openDialog({
    namespace: 'business',
    name: asked.name,
    title: asked.title,
    content: (controls) => (
      <>
        <p>{asked.text}</p>
        <DialogButtons>
          <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
            <Trans>Keep it as it is</Trans>
          </Button>
          <Button color="error" loading={controls.loading} onClick={() => controls.act()}>
            {asked.act}
          </Button>
        </DialogButtons>
      </>
    ),
    onAction: asked.onAction,
  })
}

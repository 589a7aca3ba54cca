import type { SignerGroup } from '@countersign/contract/signer-groups.ts'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { openDeleteGroup } from './delete-group.tsx'
import { openGroupEditor } from './edit-group.tsx'
import { readGroup, refreshGroups } from './group-calls.ts'

/** What can be done with one's groups, and what is said afterwards. */
export function useGroupActions(membersAtMost: number) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const closeEditor = useRef(() => {})
  // It does not outlive its page, such as when the session ends.
  useEffect(() => () => closeEditor.current(), [])
  // A group is changed as it is now, not as the list had it.
  const opening = useMutation({ mutationFn: readGroup, onSuccess: open })

  function open(existing: SignerGroup | null) {
    closeEditor.current = openGroupEditor({
      existing,
      membersAtMost,
      onSaved: async ({ name }) => {
        await refreshGroups(queries)
        showSnackbar(t`Group “${name}” saved.`, { color: 'success' })
      },
    })
  }

  return {
    create: () => open(null),
    edit: ({ id }: SignerGroup) => opening.mutate(id),
    remove: (group: SignerGroup) =>
      openDeleteGroup(group, async () => {
        await refreshGroups(queries)
        showSnackbar(t`Group deleted.`)
      }),
    opening: opening.isPending ? opening.variables : null,
    failure: opening.isError ? opening.error : null,
  }
}

import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { openDeleteDialog } from './delete-signature.tsx'
import { draftOf, newDraft } from './draft.ts'
import { openSignatureEditor } from './edit-signature.tsx'
import { cardId, SignatureCard } from './signature-card.tsx'
import { signaturesAtMost, makeDefault, refreshVisualSignatures } from './visual-signature-calls.ts'

interface SavedSignatures {
  visualSignatures: readonly VisualSignature[]
  permissions: VisualSignaturePermissions
}

/** What can be done with one's signatures, and what is said afterwards. */
export function useSignatureActions(saved: SavedSignatures | undefined) {
  const { t, i18n } = useLingui()
  const user = useCurrentUser()
  const queries = useQueryClient()
  const closeEditor = useRef(() => {})
  // It does not outlive its page, such as when the session ends.
  useEffect(() => () => closeEditor.current(), [])
  const refresh = () => refreshVisualSignatures(queries)
  const choosing = useMutation({
    mutationFn: makeDefault,
    onSuccess: async ({ id }) => {
      await refresh()
      // The button that was pressed is gone; its card is first now.
      window.setTimeout(() => document.querySelector<HTMLElement>(`#${cardId(id)} button`)?.focus(), 50)
    },
  })

  function edit(signature: VisualSignature | null) {
    if (!saved) return
    const { permissions } = saved
    const name = `${user.firstName} ${user.lastName}`.trim()
    const fresh = { name, alias: t`My signature`, language: i18n.locale as Language, permissions }
    closeEditor.current = openSignatureEditor({
      existing: signature,
      draft: signature ? draftOf(signature, permissions) : newDraft(fresh),
      permissions,
      onSaved: async () => {
        await refresh()
        showSnackbar(t`Signature saved.`, { color: 'success' })
      },
    })
  }

  function remove(signature: VisualSignature) {
    openDeleteDialog({
      signature,
      queries,
      onDeleted: async () => {
        await refresh()
        showSnackbar(t`Signature deleted.`)
      },
    })
  }

  return { edit, remove, choosing }
}

export function SignatureList({
  saved,
  actions,
}: {
  saved: SavedSignatures
  actions: ReturnType<typeof useSignatureActions>
}) {
  const { edit, remove, choosing } = actions
  const { visualSignatures } = saved
  if (visualSignatures.length === 0) {
    return (
      <EmptyState
        title={<Trans>No signatures yet</Trans>}
        action={
          <Button size="lg" icon="sign" onClick={() => edit(null)}>
            <Trans>Create signature</Trans>
          </Button>
        }
      >
        <Trans>Draw, type or upload your signature once, then sign with one tap.</Trans>
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {choosing.isError && <ErrorNotice failure={choosing.error} />}
      {visualSignatures.length >= signaturesAtMost && (
        <Notice kind="info">
          <Trans>You’ve reached the limit of {signaturesAtMost} signatures. Delete one to add another.</Trans>
        </Notice>
      )}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {visualSignatures.map((signature) => (
          <SignatureCard
            key={signature.id}
            signature={signature}
            busy={choosing.isPending && choosing.variables === signature.id}
            onEdit={() => edit(signature)}
            onDelete={() => remove(signature)}
            onMakeDefault={() => choosing.mutate(signature.id)}
          />
        ))}
      </ul>
    </div>
  )
}

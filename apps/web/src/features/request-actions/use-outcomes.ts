import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import type { ActionOutcomes } from './actions-menu.tsx'

/**
 * What a request's own page does after an action: it shows the new state, or leaves a request that no longer exists.
 */
export function useOutcomes(request: SignatureRequest): ActionOutcomes {
  const queries = useQueryClient()
  const router = useRouter()
  const { t } = useLingui()
  const key = ['signature-request', request.id]
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: key })
    void queries.invalidateQueries({ queryKey: ['signature-request-events', request.id] })
  }
  function leave(message: string) {
    showSnackbar(message, { duration: 6000 })
    router.history.push(paths.dashboard())
  }
  const { title } = request
  const onChanged = (changed: SignatureRequest) => {
    // Who has stopped following it doesn't see it any longer.
    if (hasPart(request) && !hasPart(changed)) return leave(t`You removed “${title}” from your documents.`)
    queries.setQueryData(key, changed)
    readAgain()
  }
  return {
    onChanged,
    onReminded: readAgain,
    onCopied(draft) {
      showSnackbar(t`Draft created. The original request is unchanged.`, { duration: 6000 })
      readAgain()
      router.history.push(paths.compose(draft.id))
    },
    onDelegated(changed, email) {
      if (!hasPart(changed)) return leave(t`You delegated “${title}” to ${email}.`)
      showSnackbar(t`Delegated to ${email}.`, { duration: 6000 })
      onChanged(changed)
    },
    onRemoved(outcome) {
      if (outcome === 'withdrawn') return readAgain()
      leave(outcome === 'left' ? t`You removed “${title}” from your documents.` : t`“${title}” was deleted.`)
    },
  }
}

function hasPart({ viewer, signatures, observers }: SignatureRequest): boolean {
  const isOwn = ({ is_viewer }: { is_viewer: boolean }) => is_viewer
  return viewer.role === 'owner' || signatures.some(isOwn) || observers.some(isOwn)
}

import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { forgetUnusedDraft } from '#web/lib/browser/begun-drafts.ts'
import { useIsLeft } from '#web/lib/forms/use-leave-guard.ts'
import { mayLeave, type LeaveQuestion } from '#web/ui/dialogs/leave-question.tsx'
import type { Compose } from '../use-compose.ts'

/** Saves before one leaves; asks only when something would be lost all the same. A draft that is left empty is removed. */
export function useLeaveGuard(id: string, compose: Compose, remove: () => Promise<unknown>): void {
  const isLeft = useIsLeft()
  const latest = useRef(compose)
  latest.current = compose
  useBlocker({
    enableBeforeUnload: () => compose.isUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      // To another step.
      if (current.pathname === next.pathname) return false
      // An email that is being typed counts as soon as one leaves its field.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      const saved = await latest.current.flush()
      const { uploads, isPartlySaved, unsavedPeople, pastedList } = latest.current
      const isWhole = !isPartlySaved && unsavedPeople.length === 0 && pastedList.trim() === ''
      if (saved && !uploads.isUploading && isWhole) {
        // Where that fails the dashboard removes it later.
        if (latest.current.isLeftEmpty())
          await remove().then(
            () => forgetUnusedDraft(id),
            () => {},
          )
        return false
      }
      return !isLeft(current) && !(await mayLeave(unsaved))
    },
  })
}

const unsaved: LeaveQuestion = {
  title: <Trans>Leave without saving?</Trans>,
  text: (
    <Trans>
      Some changes on this page aren’t saved yet, such as a signer without a valid email or an upload in
      progress.
    </Trans>
  ),
  leave: <Trans>Leave page</Trans>,
  stay: <Trans>Stay on page</Trans>,
}

import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { LeaveQuestion } from '#web/ui/dialogs/leave-question.tsx'

type IsUnsaved = () => boolean

/** The guards of the page that is shown, in the order of its forms. */
const guards = new Set<IsUnsaved>()

/**
 * Asks before a page with unsaved changes is left, by a link, the browser's buttons or a reload. A page may have several
 * forms: only the first with changes asks. Moving within the page, such as to another part of a list, leaves nothing.
 */
export function useLeaveGuard(isUnsaved: boolean | IsUnsaved, question?: LeaveQuestion): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  const { current: guard } = useRef<IsUnsaved>(() =>
    typeof latest.current === 'function' ? latest.current() : latest.current,
  )
  useEffect(() => {
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [guard])
  useBlocker({
    enableBeforeUnload: guard,
    shouldBlockFn: async ({ current, next }) => {
      const asks = current.pathname !== next.pathname && [...guards].find((one) => one()) === guard
      if (!asks) return false
      const { askToLeave } = await import('#web/ui/dialogs/unsaved-question.tsx')
      return !(await askToLeave(question))
    },
  })
}

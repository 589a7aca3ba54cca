import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { LeaveQuestion } from '#web/ui/dialogs/leave-question.tsx'

type IsUnsaved = () => boolean

/** The guards of the page that is shown, in the order of its forms. */
const guards = new Set<IsUnsaved>()

/** Whether a page is still shown that has been left, while the next one loads: nobody is asked about that twice. */
export function useIsLeft(): (shown: { pathname: string }) => boolean {
  const router = useRouter()
  return ({ pathname }) => (router.state.resolvedLocation?.pathname ?? pathname) !== pathname
}

/**
 * Asks before a page with unsaved changes is left, by a link, the browser's buttons or a reload. A page may have several
 * forms: only the first with changes asks. Moving within the page, such as to another part of a list, leaves nothing.
 */
export function useLeaveGuard(isUnsaved: boolean | IsUnsaved, question?: LeaveQuestion): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  const isLeft = useIsLeft()
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
      if (current.pathname === next.pathname || isLeft(current)) return false
      if ([...guards].find((one) => one()) !== guard) return false
      const { askToLeave } = await import('#web/ui/dialogs/unsaved-question.tsx')
      return !(await askToLeave(question))
    },
  })
}

import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { paths } from '#web/lib/paths.ts'
import { useSearchParameters } from '#web/lib/browser/search-parameters.ts'
import { readState, writeState, type ActivityState } from './activity-state.ts'

export type ChangeState = (part: Partial<ActivityState>, how?: { replace?: boolean }) => void

/** What the address says, and how to say something else; all but another page of the list begins at the first. */
export function useActivityState(): [ActivityState, ChangeState] {
  const router = useRouter()
  const search = useSearchParameters()
  const state = useMemo(() => readState(search), [search])
  const change = useCallback<ChangeState>(
    (part, { replace = false } = {}) => {
      const next = { ...state, page: 1, ...part }
      const address = `${paths.businessActivity()}?${new URLSearchParams(writeState(next))}`
      router.history[replace ? 'replace' : 'push'](address)
    },
    [router, state],
  )
  return [state, change]
}

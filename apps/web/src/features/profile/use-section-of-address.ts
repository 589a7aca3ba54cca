import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** '/profile/settings#sessions' shows that section, with the focus in it. */
export function useSectionOfAddress(): void {
  const hash = useRouterState({ select: (state) => state.location.hash })
  useEffect(() => {
    if (hash === '') return
    document.getElementById(hash)?.scrollIntoView({ block: 'start' })
  }, [hash])
}

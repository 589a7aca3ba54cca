import type { ReactNode } from 'react'
import { AppLink } from '#web/ui/app-link.tsx'

/** The way on from a message that goes again on its own. */
export function SnackbarLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <AppLink to={to} className="font-medium underline">
      {children}
    </AppLink>
  )
}

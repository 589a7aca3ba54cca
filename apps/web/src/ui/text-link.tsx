import type { ReactNode } from 'react'
import { AppLink } from '#web/ui/app-link.tsx'

/** A link that is alone, large enough for a thumb. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <AppLink
      to={to}
      className="inline-flex min-h-11 items-center gap-1 font-medium text-accent underline underline-offset-2"
    >
      {children}
    </AppLink>
  )
}

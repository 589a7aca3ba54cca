import type { ReactNode } from 'react'

/** What someone said, as they wrote it. */
export function Quote({ children }: { children: ReactNode }) {
  return (
    <blockquote className="mt-1 border-l-2 border-line-field pl-2 text-sm whitespace-pre-line wrap-anywhere">
      {children}
    </blockquote>
  )
}

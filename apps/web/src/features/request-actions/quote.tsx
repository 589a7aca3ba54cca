import type { ReactNode } from 'react'

/** What someone said, as they wrote it. */
export function Quote({ children }: { children: ReactNode }) {
  return (
    <blockquote
      dir="auto"
      className="mt-1 border-s-2 border-line-field ps-2 text-start text-sm whitespace-pre-line wrap-anywhere"
    >
      {children}
    </blockquote>
  )
}

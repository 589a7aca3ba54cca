import type { ReactNode } from 'react'

/** One line drawing of the signature stroke, a sentence and a button. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center">
      <StrokeDrawing />
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <p className="mt-1 max-w-md text-ink-secondary">{children}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

/** The signature stroke over its line. */
export function StrokeDrawing() {
  return (
    <svg
      aria-hidden="true"
      className="mb-6 text-accent"
      width={160}
      height={64}
      viewBox="0 0 160 64"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M14 46C24 18 36 6 41 9c7 4-9 34-3 37 6 2 11-18 17-16 5 1 0 12 6 13 6 2 9-12 15-11 5 1-1 10 4 11 8 3 17-10 28-11 8-1 8 7 16 6 7-1 12-5 20-9" />
      <path d="M8 56h144" opacity={0.35} />
    </svg>
  )
}

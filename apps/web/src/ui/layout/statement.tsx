import type { ReactNode } from 'react'
import { StrokeDrawing } from '../notices/empty-state.tsx'

/** A page that says one thing and shows the way on. */
export function Statement({
  title,
  children,
  action,
  drawing = <StrokeDrawing />,
}: {
  title: ReactNode
  /** In place of the stroke over its line. */
  drawing?: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center text-center">
      {drawing}
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      {children && <div className="mt-2 max-w-md text-pretty text-ink-secondary">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

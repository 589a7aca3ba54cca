import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

/** A value to be entered somewhere else, with its label above it. */
export function ValueToCopy({ label, value }: { label: ReactNode; value: string }) {
  return (
    <div className="rounded border border-line bg-paper p-3 text-sm">
      <p className="text-ink-secondary">{label}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <code className="wrap-anywhere">{value}</code>
        <CopyButton text={value} />
      </div>
    </div>
  )
}

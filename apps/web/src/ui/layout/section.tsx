import type { ReactNode } from 'react'

/** A part of a profile page: what it is about, one sentence, and what can be done. */
export function Section({
  id,
  title,
  intro,
  children,
}: {
  id: string
  title: ReactNode
  intro?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-4 rounded-sheet border border-line bg-sheet p-4 sm:p-6"
    >
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      {intro && <p className="mt-1 text-ink-secondary">{intro}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

/** Sections that belong together. */
export function SectionGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-8 first:mt-0">
      <p className="text-sm font-semibold tracking-wide text-ink-secondary uppercase">{title}</p>
      {children}
    </div>
  )
}

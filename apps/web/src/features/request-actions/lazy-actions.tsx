import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ActionsMenu } from './actions-menu.tsx'
import type { Attachments } from './attachments.tsx'
import type { Observers } from './observers.tsx'
import type { ProgressLine } from './progress-line.tsx'
import type { SignerActions } from './signers/signer-actions.tsx'
import type { ContentDeleted } from './retention-note.tsx'
import { withWords } from './on-tap.ts'
import { later } from '#web/ui/later.tsx'

const Menu = later(
  async () => ({ default: (await withWords(import('./actions-menu.tsx'))).ActionsMenu }),
  'button',
)
const OfSigner = later(
  async () => ({
    default: (await withWords(import('./signers/signer-actions.tsx'))).SignerActions,
  }),
  'button',
)
const Progress = later(async () => ({
  default: (await withWords(import('./progress-line.tsx'))).ProgressLine,
}))
const Observing = later(async () => ({ default: (await withWords(import('./observers.tsx'))).Observers }))
const Note = later(async () => ({ default: (await withWords(import('./retention-note.tsx'))).RetentionNote }))
const Deleted = later(async () => ({
  default: (await withWords(import('./retention-note.tsx'))).ContentDeleted,
}))
const Attached = later(async () => ({ default: (await withWords(import('./attachments.tsx'))).Attachments }))

export function LazyActionsMenu(props: ComponentProps<typeof ActionsMenu>) {
  return (
    <Waiting className="size-11 md:size-10">
      <Menu {...props} />
    </Waiting>
  )
}

/** To the sender, while people are still to sign. */
export function LazyProgressLine(props: ComponentProps<typeof ProgressLine>) {
  const { status_overall: status, viewer } = props.request
  if (viewer.role !== 'owner' || status !== 'OPEN') return null
  return (
    <Suspense fallback={<div className="h-11 shrink-0 border-b border-line bg-sheet" />}>
      <Progress {...props} />
    </Suspense>
  )
}

export function LazySignerActions(props: ComponentProps<typeof SignerActions>) {
  return (
    <Suspense>
      <OfSigner {...props} />
    </Suspense>
  )
}

/** Shown where the documents of a request were. */
export function LazyContentDeleted(props: ComponentProps<typeof ContentDeleted>) {
  return (
    <Suspense>
      <Deleted {...props} />
    </Suspense>
  )
}

/** What goes with the documents, who looks on, and when it is deleted on its own. */
export function LazyRequestExtras(
  props: ComponentProps<typeof Attachments> & ComponentProps<typeof Observers>,
) {
  return (
    <Waiting className="h-20">
      <Attached {...props} />
      <Observing {...props} />
      {props.request.retention && <Note request={props.request} />}
    </Waiting>
  )
}

function Waiting({ className, children }: { className: string; children: ReactNode }) {
  return <Suspense fallback={<Skeleton className={className} />}>{children}</Suspense>
}

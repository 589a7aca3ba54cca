import { Trans } from '@lingui/react/macro'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The screen while the document is still asked for, with everything where it is going to be. */
export function ViewerSkeleton({ inside = false }: { inside?: boolean }) {
  return (
    <div role="status" className={classNames('flex min-w-0 flex-col', inside ? 'flex-1' : 'h-page')}>
      <span className="sr-only">
        <Trans>Loading the document</Trans>
      </span>
      {!inside && (
        <div className="flex h-16 shrink-0 items-center border-b border-line bg-sheet px-4">
          <Skeleton className="h-6 w-64" />
        </div>
      )}
      <div className="h-12 shrink-0 border-b border-line bg-sheet" />
      <div className="min-h-0 flex-1 overflow-hidden bg-hover p-4">
        <Skeleton className="mx-auto aspect-[595/842] w-full max-w-4xl" />
      </div>
    </div>
  )
}

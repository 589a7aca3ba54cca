import { Skeleton } from '#web/ui/skeleton.tsx'

/** Rows that are still loading, as high as they will be. */
export function ListSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}

import { classNames } from './class-names.ts'

/** The place of what is still loading, in its final size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded bg-line', className)} />
}

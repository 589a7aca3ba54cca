import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/**
 * A piece of paper of the size of a signature's field. It is white and its ink dark in every theme, as the page of a
 * document is.
 */
export function Paper({ loading, children }: { loading: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'flex bg-document text-on-document border border-line aspect-[300/140] w-full max-w-[300px] items-center justify-center overflow-hidden rounded',
        loading && 'animate-pulse',
      )}
    >
      {children}
    </span>
  )
}

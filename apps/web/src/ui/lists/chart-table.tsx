import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'

/** What a chart shows, as a table: always there for anyone who can't see the columns, and for everyone who asks for it. */
export function ChartTable({ children }: { children: (isShown: boolean) => ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <div className="mt-2">
        <Button
          type="text"
          size="sm"
          className="-ml-3"
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <Trans>Hide table</Trans> : <Trans>Show as a table</Trans>}
        </Button>
      </div>
      <div className={classNames(!isShown && 'sr-only')}>{children(isShown)}</div>
    </>
  )
}

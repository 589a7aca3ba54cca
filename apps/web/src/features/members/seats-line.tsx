import type { Business } from '@countersign/contract/businesses.ts'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from '#web/ui/notice.tsx'

/** How many seats are taken; who is invited takes one, too. */
export function SeatsLine(props: {
  seats: Business['seats']
  locked: number
  /** Where the business can have more seats: how. */
  moreSeats?: ReactNode
  /** At the line's end. */
  children: ReactNode
}) {
  const { locked } = props
  const { total, used } = props.seats
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="text-ink-secondary tabular-nums">
          {total === null ? (
            <Plural
              value={used}
              one="# person, with those who are invited. There may be any number."
              other="# people, with those who are invited. There may be any number."
            />
          ) : (
            <>
              <Trans>
                {used} of {total} seats are taken.
              </Trans>{' '}
              <Trans>Invitations that are open take one, too.</Trans>
            </>
          )}
        </p>
        {props.children}
      </div>
      {total !== null && used >= total && (
        <Notice kind="info" action={props.moreSeats}>
          {props.moreSeats ? (
            <Trans>All seats are taken. Add seats to invite more people.</Trans>
          ) : (
            <Trans>
              Every seat is taken: nobody more can be invited. Whoever runs this service sets how many there
              are.
            </Trans>
          )}
        </Notice>
      )}
      {locked > 0 && (
        <Notice
          kind="warning"
          title={
            <Plural
              value={locked}
              one="# person is locked for want of a seat"
              other="# people are locked for want of a seat"
            />
          }
        >
          <Trans>
            They can do nothing here until there is a seat again, such as when you remove somebody.
          </Trans>
        </Notice>
      )}
    </div>
  )
}

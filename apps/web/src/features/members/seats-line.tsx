import type { Business } from '@countersign/contract/businesses.ts'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from '#web/ui/notices/notice.tsx'

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
              one="# member, including invitations. No limit."
              other="# members, including invitations. No limit."
            />
          ) : (
            <>
              <Plural
                value={used}
                one={`# of ${total} seats is taken.`}
                other={`# of ${total} seats are taken.`}
              />{' '}
              <Trans>Pending invitations also take a seat.</Trans>
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
              All seats are taken, so you can’t invite more people. Contact support to change the number.
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
              one="# member is locked: no seats available"
              other="# members are locked: no seats available"
            />
          }
        >
          <Trans>
            They can’t use the business until a seat is free, for example when you remove someone.
          </Trans>
        </Notice>
      )}
    </div>
  )
}

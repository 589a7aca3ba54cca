import type { Business } from '@countersign/contract/businesses.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { Notice } from '#web/ui/notice.tsx'

/** How many seats are taken; who is invited takes one, too. */
export function SeatsLine({ seats: { total, used }, locked }: { seats: Business['seats']; locked: number }) {
  return (
    <div className="mb-4 flex flex-col gap-3">
      <p className="text-ink-secondary tabular-nums">
        {total === null ? (
          <Plural
            value={used}
            one="# seat is taken; there may be any number."
            other="# seats are taken; there may be any number."
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
      {total !== null && used >= total && (
        <Notice kind="info">
          <Trans>
            Every seat is taken: nobody more can be invited. Whoever runs this service sets how many there
            are.
          </Trans>
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

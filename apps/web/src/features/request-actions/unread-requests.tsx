import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { isGone, type RequestReading } from '#web/lib/requests/read-requests.ts'
import { Notice } from '#web/ui/notices/notice.tsx'

/** Those that were chosen in a list and are left out, each with the reason. */
export function UnreadRequests({ unread }: Pick<RequestReading, 'unread'>) {
  const { i18n } = useLingui()
  if (unread.length === 0) return null
  return (
    <Notice kind="warning" title={<Trans>Not included</Trans>}>
      <ul className="flex flex-col gap-1">
        {unread.map(({ item, failure }) => (
          <li key={item.id} className="wrap-anywhere">
            <bdi className="font-medium">{item.title}:</bdi>{' '}
            {isGone(failure) ? (
              <Trans>It’s no longer in your documents.</Trans>
            ) : (
              describeFailure(failure, i18n)
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

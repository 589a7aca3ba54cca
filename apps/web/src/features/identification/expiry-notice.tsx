import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { endingOf } from './ending.ts'
import { listOf } from './method-words.ts'
import { identificationsQuery } from './queries.ts'
import type { Who } from './who.ts'

/** An identification that ends soon, or has: said where one looks at one's account, in time to have a new one. */
export function ExpiryNotice({ who }: { who: Who }) {
  const { i18n } = useLingui()
  const { data = [] } = useQuery(identificationsQuery(who))
  const ending = endingOf(data)
  if (!ending) return null
  const until = formatDate(ending.validUntil, i18n.locale)
  return (
    <div className="mb-4">
      <Notice
        kind="warning"
        title={
          ending.isOver ? (
            <Trans>Your identity verification expired on {until}</Trans>
          ) : (
            <Trans>Your identity verification expires on {until}</Trans>
          )
        }
        action={
          <Button type="secondary" size="sm" to={who.page(listOf(ending.legislation))}>
            <Trans>Verify identity again</Trans>
          </Button>
        }
      >
        {ending.isOver ? (
          <Trans>
            Your existing signatures stay valid. New qualified signatures require a new identity check.
          </Trans>
        ) : (
          <Trans>Signatures you make until then stay valid. After that you need a new identity check.</Trans>
        )}
      </Notice>
    </div>
  )
}

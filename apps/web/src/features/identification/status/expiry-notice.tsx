import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { Ending } from './ending.ts'
import { listOf } from '../method-words.ts'
import type { Holder } from '../holder.ts'

/** Said where one looks at one's account, in time to have a new one. */
export function ExpiryNotice({ holder, ending }: { holder: Holder; ending: Ending }) {
  const { i18n } = useLingui()
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
          <Button type="secondary" size="sm" to={holder.page(listOf(ending.legislation))}>
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

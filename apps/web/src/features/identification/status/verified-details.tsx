import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Identification } from '@countersign/contract/identifications.ts'
import { formatDate } from '#web/lib/language/format.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { identificationsQuery } from '../queries.ts'
import type { Holder } from '../holder.ts'

/** What was found out, as it will be in the certificates. */
export function VerifiedDetails({
  holder,
  identification,
}: {
  holder: Holder
  identification: Identification
}) {
  const { t, i18n } = useLingui()
  const { evidence, validUntil } = identification
  if (!evidence) return null
  return (
    <Section id="proved" title={t`Verified details`}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact label={<Trans>Name</Trans>} value={`${evidence.firstName} ${evidence.lastName}`} />
        {evidence.mobile && evidence.isMobileVerified && (
          <Fact label={<Trans>Mobile number</Trans>} value={evidence.mobile} />
        )}
        {validUntil && (
          <Fact
            label={<Trans context="identity">Valid until</Trans>}
            value={formatDate(validUntil, i18n.locale)}
          />
        )}
      </dl>
      {evidence.nameDiffers && <OtherName holder={holder} id={identification.id} />}
    </Section>
  )
}

function Fact({ label, value }: { label: ReactNode; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-secondary">{label}</dt>
      <dd className="font-medium wrap-anywhere">{value}</dd>
    </div>
  )
}

/** The certificates bear the proved one in any case; an account may take it over. */
function OtherName({ holder, id }: { holder: Holder; id: string }) {
  const queries = useQueryClient()
  const { busy, failure, attempt } = useAttempt()
  const { adoptName } = holder
  const takeOver =
    adoptName &&
    (() =>
      attempt(async () => {
        await adoptName(id)
        await queries.invalidateQueries({ queryKey: identificationsQuery(holder).queryKey })
      }))
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Notice
        kind="warning"
        title={<Trans>This name differs from the one on file</Trans>}
        action={
          takeOver && (
            <Button type="secondary" loading={busy} onClick={() => void takeOver()}>
              <Trans>Use this name in my profile</Trans>
            </Button>
          )
        }
      >
        <Trans>Your signatures show your verified name.</Trans>
      </Notice>
      {failure !== null && <RefusalNotice failure={failure} />}
    </div>
  )
}

import type { Statistics } from '@countersign/contract/activity.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatNumber } from '#web/lib/language/format.ts'
import type { PeriodChoice } from '#web/lib/language/period.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { BarTable } from './bar-table.tsx'
import { signatureList } from './links.ts'

const atFirst = 10

/** Who sends how much, and how often it was signed: the most first. */
export function MemberBars({ members, period }: { members: Statistics['by_member']; period: PeriodChoice }) {
  const { t, i18n } = useLingui()
  const [all, setAll] = useState(false)
  if (members.length === 0)
    return (
      <p className="py-4 text-ink-secondary">
        <Trans>No requests sent in this period.</Trans>
      </p>
    )
  const others = members.length - atFirst
  const column = (header: string, of: 'sent' | 'signed', fill: string) => ({
    header,
    value: (row: Statistics['by_member'][number]) => row[of],
    text: (row: Statistics['by_member'][number]) => formatNumber(row[of], i18n.locale),
    fill: () => fill,
  })
  return (
    <>
      <BarTable
        label={t`By member`}
        header={t`Member`}
        name={({ id, name }) =>
          name === '' ? (
            <Trans>Deleted account</Trans>
          ) : (
            <AppLink
              to={signatureList(period, { initiator: id })}
              className="-my-2.5 inline-block py-2.5 text-accent underline md:-my-0.5 md:py-0.5"
            >
              <bdi>{name}</bdi>
            </AppLink>
          )
        }
        rows={all ? members : members.slice(0, atFirst)}
        columns={[
          column(t`Requests sent`, 'sent', 'fill-accent'),
          column(t`Their signatures`, 'signed', 'fill-completed'),
        ]}
      />
      {others > 0 && !all && (
        <Button type="text" size="sm" className="-ml-3" onClick={() => setAll(true)}>
          <Plural value={others} one="Show # more" other="Show # more" />
        </Button>
      )}
    </>
  )
}

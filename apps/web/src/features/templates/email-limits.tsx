import type { BulkSendRow } from '@countersign/contract/bulk-sends.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLingui as useCatalog } from '@lingui/react'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { rangesOf } from '#web/lib/language/row-ranges.ts'
import type { readBulkSend, TableCheck } from './template-calls.ts'

const mailboxesNamed = 10

/** Before sending: the mailboxes that get more emails than go out at once, so that their rows take hours. */
export function LimitedMailboxes({ mailboxes }: { mailboxes: TableCheck['limited_mailboxes'] }) {
  if (mailboxes.length === 0) return null
  const more = mailboxes.length - mailboxesNamed
  return (
    <Notice kind="warning" title={<Trans>Some rows will be sent later</Trans>}>
      <p>
        <Trans>
          The number of emails to one mailbox within an hour is limited. Rows beyond the limit wait; all
          others are sent right away.
        </Trans>
      </p>
      <ul className="mt-1 list-disc pl-5">
        {mailboxes.slice(0, mailboxesNamed).map((mailbox) => (
          <LimitedMailbox key={mailbox.email} mailbox={mailbox} />
        ))}
      </ul>
      {more > 0 && (
        <p>
          <Trans context="mailboxes">
            <Plural value={more} one="and # more" other="and # more" />
          </Trans>
        </p>
      )}
    </Notice>
  )
}

function LimitedMailbox({ mailbox }: { mailbox: TableCheck['limited_mailboxes'][number] }) {
  const { email, email_count: count, per_hour: perHour } = mailbox
  const rows = rangesOf(mailbox.rows)
  return (
    <li className="wrap-anywhere">
      <Trans>
        {email}: {count} emails, {perHour} per hour (rows {rows})
      </Trans>
    </li>
  )
}

/** While rows wait for a limit: how many, and when sending continues. */
export function WaitingNotice({ send }: { send: Awaited<ReturnType<typeof readBulkSend>> }) {
  const { i18n } = useCatalog()
  if (send.waits_until === null) return null
  const until = formatDateTime(send.waits_until, i18n.locale)
  return (
    <Notice
      kind="info"
      title={
        <Plural
          value={send.waiting_count}
          one="# row is waiting for a limit on emails"
          other="# rows are waiting for a limit on emails"
        />
      }
    >
      <Trans>Sending continues automatically on {until}. Other rows aren’t held up.</Trans>
    </Notice>
  )
}

/** What a row waits for, and until when. */
export function useWaitWords(): (wait: NonNullable<BulkSendRow['waits_for']>) => string {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  return ({ reason, email, until }) => {
    const time = formatDateTime(until, i18n.locale)
    if (reason === 'SENDER_LIMIT') return t`Daily limit on emails from a new account. Waiting until ${time}.`
    if (email === null) return t`Hourly limit on emails to one mailbox. Waiting until ${time}.`
    return t`Hourly limit on emails to ${email}. Waiting until ${time}.`
  }
}

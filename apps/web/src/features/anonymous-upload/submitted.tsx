import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, type ReactNode } from 'react'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { PageHeading } from '#web/ui/layout/layout.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Tracking } from './tracking.tsx'
import { secretIn, type SubmittedUpload } from './anonymous-upload-calls.ts'
import { later } from '#web/ui/later.tsx'

const QrCode = later(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }))

/** What was submitted: link and code to share, its status, and withdrawing it. */
export function Submitted({ given, onAnother }: { given: SubmittedUpload; onAnother: () => void }) {
  const { t, i18n } = useLingui()
  const until = formatDateTime(given.expires_at, i18n.locale)
  return (
    <>
      <PageHeading>
        <Trans>“{given.title}” was submitted</Trans>
      </PageHeading>
      <p className="mb-4">
        <Trans>
          Give the link and code to the person who will handle the document. Anyone with both can claim it.
        </Trans>
      </p>
      <Notice kind="warning">
        <Trans>
          Save both now: they won’t be shown again. If nobody claims the document, it will be deleted on{' '}
          {until}.
        </Trans>
      </Notice>
      <div className="mt-5 grid gap-5 sm:grid-cols-[1fr_auto]">
        <dl className="flex min-w-0 flex-col gap-5">
          <Entry name={<Trans>Link</Trans>} text={given.url} />
          <Entry name={<Trans>Access code</Trans>} text={given.access_code} large />
        </dl>
        <Suspense fallback={<span className="block size-52" />}>
          <QrCode text={given.url} label={t`The link as a QR code`} />
        </Suspense>
      </div>
      <Tracking
        followed={{ id: secretIn(given.url), code: given.access_code }}
        end={
          <Button type="secondary" onClick={onAnother}>
            <Trans>Submit another document</Trans>
          </Button>
        }
      />
    </>
  )
}

function Entry({ name, text, large }: { name: ReactNode; text: string; large?: boolean }) {
  return (
    <div>
      <dt className="mb-1 text-sm text-ink-secondary">{name}</dt>
      <dd className="flex flex-col items-start gap-2">
        <span className={large ? 'font-mono text-xl tracking-wider' : 'text-sm wrap-anywhere'}>{text}</span>
        <CopyButton text={text} />
      </dd>
    </div>
  )
}

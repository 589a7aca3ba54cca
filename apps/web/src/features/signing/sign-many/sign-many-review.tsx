import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatList } from '#web/lib/language/format.ts'
import { SigningLevel } from '../requirements/signing-level.tsx'
import { UnreadRequests } from '#web/features/request-actions/unread-requests.tsx'
import type { RequestReading } from '#web/lib/requests/read-requests.ts'
import { isolate } from '#web/lib/language/isolate.ts'
import { SavedPreview } from '#web/features/visual-signatures/saved-preview.tsx'
import { visualSignaturesQuery } from '#web/features/visual-signatures/visual-signature-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { approvalsOf, mostTogether } from './approvals-ahead.ts'
import { signAll } from './sign-run.ts'

const nameAlone = 'name'

interface ReviewProps {
  read: () => Promise<RequestReading>
  onEnd: () => void
  close: () => void
  /** After a step that took the page. */
  showAgain: () => void
}

/** What the person signs, for whom and at which level, shown before signing (WCAG 3.3.4). */
export function SignManyReview(props: ReviewProps) {
  const { i18n } = useLingui()
  const [read] = useState(() => props.read)
  const [reading, setReading] = useState<RequestReading | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const saved = useQuery(visualSignaturesQuery)
  useEffect(() => {
    read().then(setReading, setFailure)
  }, [read])
  if (failure !== null) return <ErrorNotice failure={failure} />
  if (!reading || saved.isPending) return <Skeleton className="h-64" />
  const { requests, unread } = reading
  const own = saved.data?.visualSignatures ?? []
  const visual = chosen ?? (own.find((one) => one.default) ?? own[0])?.id ?? nameAlone
  const signable = requests.filter((request) => request.viewer.can.sign)
  const others = requests.filter((request) => !request.viewer.can.sign)

  async function sign() {
    const records = signable.filter(({ quality }) => quality === 'PART11').length
    const part11 = records > 0 ? await askForRecords(records) : null
    if (records > 0) props.showAgain()
    if (records > 0 && !part11) return
    const options = {
      visual: visual === nameAlone ? null : visual,
      language: i18n.locale as Language,
      part11,
      onStepTaken: props.showAgain,
    }
    await signAll(signable, options)
    if (records > 0) await forgetPassword()
    props.onEnd()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (signable.length > 0) void sign()
      }}
    >
      <div className="flex flex-col gap-4">
        {signable.length > 0 && (
          <>
            <ToSign requests={signable} />
            {kindsOf(signable).map((request) => (
              <SigningLevel key={request.id} request={request} />
            ))}
            <ApprovalsAhead requests={signable} />
            <VisualChoice own={own} visual={visual} onChoose={setChosen} />
          </>
        )}
        {others.length > 0 && <NotNow requests={others} />}
        <UnreadRequests unread={unread} />
      </div>
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={props.close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit icon="sign" disabled={signable.length === 0}>
          <Plural value={signable.length} _0="Sign" one="Sign" other="Sign all #" />
        </Button>
      </DialogButtons>
    </form>
  )
}

async function askForRecords(records: number) {
  const approvals = await import('#web/features/approvals/approve.ts')
  await approvals.loadApprovalWords()
  return approvals.askPart11(records)
}

/** If none of them needed the password, no later signing may use it. */
async function forgetPassword() {
  const approvals = await import('#web/features/approvals/approve.ts')
  approvals.keepPassword(null)
}

/** One of each level. */
function kindsOf(requests: readonly SignatureRequest[]): SignatureRequest[] {
  const kinds = new Map(requests.map((request) => [`${request.quality} ${request.legislation}`, request]))
  return [...kinds.values()]
}

/** How often one has to approve, before the first time. */
function ApprovalsAhead({ requests }: { requests: readonly SignatureRequest[] }) {
  const { together, isOncePerLevel } = approvalsOf(requests)
  const all = together.reduce((sum, group) => sum + group.length, 0)
  if (all === 0) return null
  return (
    <Notice kind="info">
      {together.length > 1 && !isOncePerLevel ? (
        <Trans>
          You confirm {together.length} times. One confirmation covers up to {mostTogether} signatures of one
          level.
        </Trans>
      ) : together.length > 1 ? (
        <Trans>You confirm {together.length} times, once for each signature level.</Trans>
      ) : (
        <Plural value={all} one="You confirm once." other="One confirmation covers all #." />
      )}
    </Notice>
  )
}

function ToSign({ requests }: { requests: readonly SignatureRequest[] }) {
  const { t, i18n } = useLingui()
  return (
    <ul
      aria-label={t`To be signed`}
      className="flex max-h-[40dvh] flex-col gap-3 overflow-y-auto"
      tabIndex={0}
    >
      {requests.map((request) => (
        <li key={request.id} className="wrap-anywhere">
          <p dir="auto" className="font-medium">
            {request.title}
          </p>
          <p className="text-sm text-ink-secondary">
            <Trans>
              From {isolate(request.owner.name)}:{' '}
              {formatList(
                request.documents.map(({ name }) => name),
                i18n.locale,
              )}
            </Trans>
          </p>
        </li>
      ))}
    </ul>
  )
}

function VisualChoice(props: {
  own: readonly Parameters<typeof SavedPreview>[0]['signature'][]
  visual: string
  onChoose: (id: string) => void
}) {
  const { t } = useLingui()
  const shown = props.own.find(({ id }) => id === props.visual)
  if (props.own.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t`Your signature`}
        value={props.visual}
        onChange={(event) => props.onChoose(event.target.value)}
        options={[
          ...props.own.map(({ id, alias }) => ({ value: id, label: alias })),
          { value: nameAlone, label: t`Name only` },
        ]}
      />
      {shown && <SavedPreview signature={shown} />}
    </div>
  )
}

function NotNow({ requests }: { requests: readonly SignatureRequest[] }) {
  return (
    <Notice kind="info" title={<Trans>Not waiting for your signature</Trans>}>
      <ul>
        {requests.map((request) => (
          <li key={request.id} dir="auto" className="wrap-anywhere">
            {request.title}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

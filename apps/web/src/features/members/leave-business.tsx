import type { BusinessMember } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type FormEvent } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type TransferTarget, TransferChoice } from './transfer-choice.tsx'
import { leave, readPeople } from './member-calls.ts'

/** Asks before someone leaves their business, and what becomes of their documents. */
export function openLeaveBusiness(options: {
  me: string
  name: string
  /** Anyone who has no seat sees nobody of the business who could take anything over. */
  locked: boolean
  onLeft: () => unknown
  onClose?: () => void
}): void {
  const { name, me, locked } = options
  openDialog<TransferTarget>({
    namespace: 'profile',
    name: 'leave-business',
    title: <Trans>Leave {name}?</Trans>,
    content: (controls) => <LeaveForm me={me} locked={locked} controls={controls} />,
    ...(options.onClose && { onClose: options.onClose }),
    onAction: async (transferTo) => {
      await leave(transferTo)
      await options.onLeft()
    },
  })
}

function LeaveForm(props: { me: string; locked: boolean; controls: DialogControls<TransferTarget> }) {
  const { me, locked, controls } = props
  const { t } = useLingui()
  const [others, setOthers] = useState<readonly BusinessMember[] | null>(locked ? [] : null)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const [transferTo, setTransferTo] = useState<TransferTarget>(null)
  const [tried, setTried] = useState(false)
  useEffect(() => {
    if (locked) return
    const withoutMe = (people: readonly BusinessMember[]) => people.filter(({ id }) => id !== me)
    readPeople().then((people) => setOthers(withoutMe(people)), setFailure)
  }, [me, locked, tries])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (transferTo === '') focusFirstWrong(event.currentTarget)
    else controls.act(transferTo)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>
        <Trans>
          Your account becomes personal, and you can no longer use the business’s seals. To rejoin, you need
          an invitation, unless people with your email domain can join. Your signatures stay valid.
        </Trans>
      </p>
      {failure !== null ? (
        <RetryNotice
          failure={failure}
          onRetry={() => {
            setFailure(null)
            setTries(tries + 1)
          }}
        />
      ) : others === null ? (
        <Skeleton className="h-28" />
      ) : locked ? (
        <p>
          <Trans>Your documents stay with you.</Trans>
        </p>
      ) : (
        <TransferChoice
          legend={t`Your documents`}
          stay={{ label: t`Keep my documents`, hint: t`In your personal account.` }}
          others={others}
          value={transferTo}
          error={tried && transferTo === '' && t`Choose a member to transfer them to.`}
          onChange={setTransferTo}
        />
      )}
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
          <Trans>Stay</Trans>
        </Button>
        <Button submit color="error" disabled={others === null} loading={controls.loading}>
          <Trans>Leave business</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}

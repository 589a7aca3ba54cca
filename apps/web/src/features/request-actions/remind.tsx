import type { Event, Signature, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { formatRelative, formatTime } from '#web/lib/language/format.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { useNow } from '#web/lib/browser/use-now.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import type { RequestActions } from './action-calls.ts'
import { ActionForm } from './action-form.tsx'
import { lastReminderAt, remindAgainAt, signersToRemind } from './reminders.ts'

/** Mails those whose turn it is once more: one, some or all. */
export function openRemind(options: {
  request: SignatureRequest
  events: readonly Event[]
  actions: RequestActions
  /** Left out: everybody who can be. */
  chosen?: string
  onDone: () => void
}): void {
  openDialog<string[]>({
    namespace: 'document',
    name: 'remind',
    title: <Trans>Remind signers</Trans>,
    content: (controls) => (
      <RemindForm
        request={options.request}
        events={options.events}
        chosen={options.chosen}
        controls={controls}
      />
    ),
    onAction: async (ids) => {
      const { reminded, tooSoon } = await options.actions.remind(ids)
      showSnackbar(<Reminded reminded={reminded.length} tooSoon={tooSoon.length} />, { duration: 6000 })
      options.onDone()
    },
  })
}

function Reminded({ reminded, tooSoon }: { reminded: number; tooSoon: number }) {
  return (
    <>
      <Plural value={reminded} _0="No reminders sent." one="# reminder sent." other="# reminders sent." />
      {tooSoon > 0 && (
        <>
          {' '}
          <Plural
            value={tooSoon}
            one="# was emailed less than an hour ago."
            other="# were emailed less than an hour ago."
          />
        </>
      )}
    </>
  )
}

function RemindForm(props: {
  request: SignatureRequest
  events: readonly Event[]
  chosen: string | undefined
  controls: DialogControls<string[]>
}) {
  const { controls, request } = props
  const now = new Date(useNow(15_000))
  const signers = signersToRemind(request)
  const ready = signers.filter((signature) => remindAgainAt(signature, now) === null).map(({ sid }) => sid)
  const [left, setLeft] = useState<readonly string[]>(() =>
    props.chosen === undefined ? [] : signers.map(({ sid }) => sid).filter((sid) => sid !== props.chosen),
  )
  const chosen = ready.filter((sid) => !left.includes(sid))
  const toggle = (sid: string, on: boolean) =>
    setLeft(on ? left.filter((one) => one !== sid) : [...left, sid])
  return (
    <ActionForm
      controls={controls}
      onSubmit={() => chosen.length > 0 && controls.act(chosen)}
      disabled={chosen.length === 0}
      button={<Plural value={chosen.length} _0="Remind" one="Remind # person" other="Remind # people" />}
      failed={<Trans>Failed to remind signers</Trans>}
    >
      <p>
        <Trans>We’ll resend the email with their link, at most once an hour per person.</Trans>
      </p>
      <ul className="flex flex-col gap-1">
        {signers.map((signature) => (
          <li key={signature.sid}>
            <Checkbox
              label={nameOf(signature)}
              hint={<LastAndNext signature={signature} events={props.events} now={now} />}
              checked={chosen.includes(signature.sid)}
              disabled={!ready.includes(signature.sid)}
              onChange={(event) => toggle(signature.sid, event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </ActionForm>
  )
}

/** When someone was reminded last, and when they may be again. */
function LastAndNext(props: { signature: Signature; events: readonly Event[]; now: Date }): ReactNode {
  const { i18n } = useLingui()
  const again = remindAgainAt(props.signature, props.now)
  const lastAt = lastReminderAt(props.events, props.signature)
  const last = lastAt === null ? null : formatRelative(lastAt, i18n.locale, props.now.getTime())
  const next = again === null ? null : formatTime(again, i18n.locale)
  if (last !== null && next !== null) {
    return (
      <Trans>
        Reminded {last}. You can remind again at {next}.
      </Trans>
    )
  }
  if (last !== null) return <Trans>Reminded {last}.</Trans>
  // Someone who wants no emails was counted, and got none.
  if (next !== null) return <Trans>You can send a reminder at {next}.</Trans>
  return <Trans>Not reminded yet.</Trans>
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { isE164 } from '#web/lib/forms/calling-codes.ts'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import type { Start } from './use-start.ts'
import type { Holder } from './holder.ts'

/** Says what happens before one leaves for ID Austria. */
export function openConnectAustrianEid(holder: Holder, start: Start): void {
  openDialog<string>({
    namespace: 'general',
    name: 'connect-austrian-eid',
    title: <Trans>Connect your ID Austria</Trans>,
    content: (controls) => <Connect holder={holder} controls={controls} />,
    onAction: (mobile) => start({ legislation: 'EIDAS', method: 'id-austria' }, { ...holder.person, mobile }),
  })
}

function Connect({ holder, controls }: { holder: Holder; controls: DialogControls<string> }) {
  const { t } = useLingui()
  const [mobile, setMobile] = useState(holder.person.mobile)
  const [tried, setTried] = useState(false)
  // An account supplies its number afterwards, where it has none.
  const isGood = !holder.isGuest || isE164(mobile)
  function submit(event: FormEvent<HTMLFormElement>) {
    setTried(true)
    if (isGood) controls.act(mobile)
    else focusFirstWrong(event.currentTarget)
  }
  return (
    <ActionForm
      controls={controls}
      onSubmit={submit}
      leave={<Trans>Not now</Trans>}
      button={<Trans>Go to ID Austria</Trans>}
    >
      <p>
        <Trans>
          Sign in to ID Austria and agree to share your name and date of birth. You’ll then return here. ID
          Austria doesn’t learn what you sign or with whom.
        </Trans>
      </p>
      {holder.isGuest && (
        <PhoneField
          label={t`Mobile number`}
          hint={t`ID Austria doesn’t share one, and you need it to confirm signatures.`}
          value={mobile}
          onChange={setMobile}
          error={tried && !isGood ? t`Enter a valid phone number.` : undefined}
        />
      )}
    </ActionForm>
  )
}

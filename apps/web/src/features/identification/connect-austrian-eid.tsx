import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ActForm } from '#web/features/request-actions/action-form.tsx'
import { isE164 } from '#web/lib/forms/calling-codes.ts'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import type { Start } from './use-start.ts'
import type { Who } from './holder.ts'

/** Says what happens before one leaves for ID Austria. */
export function openConnectAustrianEid(who: Who, start: Start): void {
  openDialog<string>({
    namespace: 'general',
    name: 'connect-austrian-eid',
    title: <Trans>Connect your ID Austria</Trans>,
    content: (controls) => <Connect who={who} controls={controls} />,
    onAction: (mobile) => start({ legislation: 'EIDAS', method: 'id-austria' }, { ...who.person, mobile }),
  })
}

function Connect({ who, controls }: { who: Who; controls: DialogControls<string> }) {
  const { t } = useLingui()
  const [mobile, setMobile] = useState(who.person.mobile)
  const [tried, setTried] = useState(false)
  // An account supplies its number afterwards, where it has none.
  const isGood = !who.isGuest || isE164(mobile)
  function submit() {
    setTried(true)
    if (isGood) controls.act(mobile)
  }
  return (
    <ActForm
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
      {who.isGuest && (
        <PhoneField
          label={t`Mobile number`}
          hint={t`ID Austria doesn’t share one, and you need it to confirm signatures.`}
          value={mobile}
          onChange={setMobile}
          error={tried && !isGood ? t`Enter a valid phone number.` : undefined}
        />
      )}
    </ActForm>
  )
}

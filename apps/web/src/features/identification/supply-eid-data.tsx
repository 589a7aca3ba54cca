import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { isE164 } from '#web/lib/forms/calling-codes.ts'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'

/** What an electronic identity did not bring along: the number that signatures are approved with. */
export function openSupplyEidData(run: (mobile: string) => Promise<void>): void {
  openDialog<string>({
    namespace: 'document',
    name: 'supply-eid-data',
    title: <Trans>Add missing details</Trans>,
    content: (controls) => <Supply controls={controls} />,
    onAction: run,
  })
}

function Supply({ controls }: { controls: DialogControls<string> }) {
  const { t } = useLingui()
  const [mobile, setMobile] = useState('')
  const [tried, setTried] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>) {
    setTried(true)
    if (isE164(mobile)) controls.act(mobile)
    else focusFirstWrong(event.currentTarget)
  }
  return (
    <ActionForm
      controls={controls}
      onSubmit={submit}
      leave={<Trans>Not now</Trans>}
      button={<Trans>Save number</Trans>}
    >
      <p>
        <Trans>Your electronic identity provided your name but no mobile number.</Trans>
      </p>
      <PhoneField
        label={t`Mobile number`}
        hint={t`You’ll confirm signatures with this number.`}
        value={mobile}
        onChange={setMobile}
        error={tried && !isE164(mobile) ? t`Enter a valid phone number.` : undefined}
      />
    </ActionForm>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ActForm } from '#web/features/request-acts/act-form.tsx'
import { isE164 } from '#web/lib/calling-codes.ts'
import { openDialog, type DialogControls } from '#web/ui/dialog-store.ts'
import { PhoneField } from '#web/ui/phone-field.tsx'

/** What an electronic identity did not bring along: the number that signatures are approved with. */
export function openSupplyEidData(run: (mobile: string) => Promise<void>): void {
  openDialog<string>({
    namespace: 'document',
    name: 'supply-eid-data',
    title: <Trans>Supply the missing data</Trans>,
    content: (controls) => <Supply controls={controls} />,
    onAction: run,
  })
}

function Supply({ controls }: { controls: DialogControls<string> }) {
  const { t } = useLingui()
  const [mobile, setMobile] = useState('')
  const [tried, setTried] = useState(false)
  function submit() {
    setTried(true)
    if (isE164(mobile)) controls.act(mobile)
  }
  return (
    <ActForm
      controls={controls}
      onSubmit={submit}
      leave={<Trans>Not now</Trans>}
      button={<Trans>Save the number</Trans>}
    >
      <p>
        <Trans>Your name came from your electronic identity, and a mobile number did not.</Trans>
      </p>
      <PhoneField
        label={t`Mobile number`}
        hint={t`Your signatures are approved with it. Another number later takes a new identification.`}
        value={mobile}
        onChange={setMobile}
        error={tried && !isE164(mobile) ? t`Please give a number that can be called.` : undefined}
      />
    </ActForm>
  )
}

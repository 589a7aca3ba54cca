import { isPlainName } from '@countersign/contract/plain-name.ts'
import { updateDirectUser } from '@countersign/contract/accounts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { call } from '#web/lib/calls/api.ts'
import { isE164 } from '#web/lib/forms/calling-codes.ts'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

interface Details {
  readonly firstName?: string
  readonly lastName?: string
  readonly attributes?: { readonly mobile: string }
}

interface MissingDetails {
  readonly name: boolean
  readonly mobile: boolean
}

/** What the sender didn't say of a signer without an account: they say it themselves. */
export function openSignerDetails(
  visitor: NonNullable<Visitor>,
  details: MissingDetails,
  onSettled: (name?: string) => void,
): void {
  openDialog<Details>({
    namespace: 'document',
    name: 'signer-details',
    title: <Trans>Your details</Trans>,
    content: (controls) => <SignerDetails details={details} controls={controls} />,
    onAction: async (body) => {
      await call(updateDirectUser, { body }, { background: true, credential: visitor })
      // Once the dialog is gone.
      const name = [body.firstName, body.lastName].filter(Boolean).join(' ')
      window.setTimeout(() => onSettled(name || undefined))
    },
  })
}

function SignerDetails({
  details,
  controls,
}: {
  details: MissingDetails
  controls: DialogControls<Details>
}) {
  const { t } = useLingui()
  const [typed, setTyped] = useState({ firstName: '', lastName: '', mobile: '' })
  const [tried, setTried] = useState(false)
  const change = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  const [firstName, lastName] = [typed.firstName.trim(), typed.lastName.trim()]
  const isNamed = !details.name || [firstName, lastName].every(isPlainName)
  const isReached = !details.mobile || isE164(typed.mobile)
  function submit(event: FormEvent<HTMLFormElement>) {
    setTried(true)
    if (isNamed && isReached)
      controls.act({
        ...(details.name && { firstName, lastName }),
        ...(details.mobile && { attributes: { mobile: typed.mobile } }),
      })
    else focusFirstWrong(event.currentTarget)
  }
  const missing = (value: string) => {
    if (!tried || isPlainName(value)) return undefined
    return value === '' ? t`This field is required` : t`Enter a name, not an email address or a link.`
  }
  return (
    <ActionForm
      controls={controls}
      onSubmit={submit}
      leave={<Trans>Back to the document</Trans>}
      button={<Trans>Save and continue</Trans>}
    >
      {details.name && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t`First name`}
            autoComplete="given-name"
            maxLength={100}
            value={typed.firstName}
            error={missing(firstName)}
            onChange={(event) => change({ firstName: event.target.value })}
          />
          <TextField
            label={t`Last name`}
            autoComplete="family-name"
            maxLength={100}
            value={typed.lastName}
            error={missing(lastName)}
            onChange={(event) => change({ lastName: event.target.value })}
          />
        </div>
      )}
      {details.mobile && (
        <PhoneField
          label={t`Mobile number`}
          hint={t`We’ll text you a code to confirm your signature. The audit trail shows that you provided this number.`}
          value={typed.mobile}
          onChange={(mobile) => change({ mobile })}
          error={tried && !isReached ? t`Enter a mobile number, such as 079 123 45 67.` : undefined}
        />
      )}
    </ActionForm>
  )
}

import type { User } from '@countersign/contract/account-shapes.ts'
import { isOwnName } from '@countersign/contract/plain-name.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { loadUser } from '#web/lib/account/current-user.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { openPart11Info } from './part11-info.tsx'
import { keepPassword, keepReason, type Part11Words, typedReason } from './part11-words.ts'

/**
 * Name, reason and password before a record is signed (21 CFR 11.50, 11.200); null where one does not want to. The reason that was
 * typed for this request before is there again.
 */
export async function askPart11(
  signatures = 1,
  requestId: string | null = null,
): Promise<Part11Words | null> {
  const user = await loadUser()
  const record = requestId && `${user.id} ${requestId}`
  return new Promise((resolve) => {
    const close = openOverlay({
      namespace: 'document',
      name: 'part-11-verification',
      title: <Trans>Sign a regulated record</Trans>,
      dismissible: true,
      onClose: () => resolve(null),
      content: () => (
        <Part11Form
          user={user}
          signatures={signatures}
          before={typedReason(record)}
          onCancel={() => close()}
          onDone={(words, password) => {
            keepPassword(password)
            keepReason(record, words.signingReason)
            resolve(words)
            close()
          }}
        />
      ),
    })
  })
}

function Part11Form(props: {
  user: User
  signatures: number
  /** The reason of an earlier try. */
  before: string | null
  onDone: (words: Part11Words, password: string | null) => void
  onCancel: () => void
}) {
  const { t } = useLingui()
  const { user } = props
  const { attributes } = user
  const own = `${user.firstName} ${user.lastName}`.trim()
  const [name, setName] = useState(attributes.p11SigningName || own)
  const [reason, setReason] = useState(props.before ?? attributes.p11SigningReason ?? '')
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const reasonField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const byPassword = user.hasPassword && !user.hasSso
  const missing = {
    name: name.trim() === '',
    ownName: !isOwnName(name, user),
    reason: reason.trim() === '',
    password: byPassword && password === '',
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    const wrong = missing.ownName
      ? nameField
      : missing.reason
        ? reasonField
        : missing.password
          ? passwordField
          : null
    if (wrong) return wrong.current?.focus()
    const words = { signingName: name.trim(), signingReason: reason.trim() }
    props.onDone(words, byPassword ? password : null)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p>
        <Trans>
          Your name, the reason and the time appear next to your signature. You confirm again that it’s you.
        </Trans>{' '}
        {props.signatures > 1 && (
          <Plural
            value={props.signatures}
            one="This is for one record."
            other="The same name and reason are for all # records."
          />
        )}
      </p>
      <TextField
        ref={nameField}
        label={t`Signing name`}
        hint={t`From your account.`}
        value={name}
        autoComplete="name"
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        error={
          !checked || !missing.ownName
            ? undefined
            : missing.name
              ? t`Enter your name.`
              : t`Enter your name as in your account: ${own}.`
        }
      />
      <TextField
        ref={reasonField}
        label={t`Reason for signing`}
        hint={t`For example: I have reviewed and approved this record.`}
        value={reason}
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
        error={checked && missing.reason ? t`Enter your reason for signing.` : undefined}
      />
      {byPassword ? (
        <PasswordField
          ref={passwordField}
          label={t`Account password`}
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
          error={checked && missing.password ? t`Enter your password.` : undefined}
        />
      ) : (
        <p className="text-sm">
          <Trans>Next, sign in again through your company.</Trans>
        </p>
      )}
      <div className="-ml-3">
        <Button type="text" size="sm" icon="help" onClick={openPart11Info}>
          <Trans>What does this mean?</Trans>
        </Button>
      </div>
      <DialogButtons>
        <Button type="secondary" color="neutral" size="lg" onClick={props.onCancel}>
          <Trans>Back to the document</Trans>
        </Button>
        <Button submit icon="sign" size="lg">
          {byPassword ? <Trans>Sign with password</Trans> : <Trans>Continue</Trans>}
        </Button>
      </DialogButtons>
    </form>
  )
}

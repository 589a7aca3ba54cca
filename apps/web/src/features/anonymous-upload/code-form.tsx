import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/layout/layout.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { openAnonymousUpload, type AnonymousUpload } from './anonymous-upload-calls.ts'

/** The link alone says what it is called: the pages take the code that came with it. */
export function CodeForm(props: {
  token: string
  anonymousUpload: AnonymousUpload
  onOpened: (anonymousUpload: AnonymousUpload, code: string) => void
}) {
  const { t, i18n } = useLingui()
  const { anonymousUpload } = props
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isWrong = isCallError(failure, 'anonymous_upload.code_wrong')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      props.onOpened(await openAnonymousUpload(props.token, code), code)
    } catch (refusal) {
      setFailure(refusal)
      field.current?.select()
    }
    setBusy(false)
  }

  const at = formatDateTime(anonymousUpload.created_at, i18n.locale)
  const until = formatDateTime(anonymousUpload.expires_at, i18n.locale)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div>
        <PageHeading>
          <Trans>“{anonymousUpload.title}” is ready for you to claim</Trans>
        </PageHeading>
        <p>
          <Trans>
            Someone without an account submitted it on {at}. You can claim it until {until}. Enter the access
            code you received with the link.
          </Trans>
        </p>
      </div>
      {failure !== null && !isWrong && <RefusalNotice failure={failure} />}
      <TextField
        ref={field}
        label={t`Access code`}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={
          isWrong && t`Incorrect access code. After five wrong attempts, the code is locked for 15 minutes.`
        }
      />
      <Button submit block size="lg" loading={busy}>
        <Trans>View document</Trans>
      </Button>
    </form>
  )
}

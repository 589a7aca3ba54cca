import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { secretIn, type Key } from './anonymous-upload-calls.ts'

/** For a document submitted earlier: tracked by its link and code. */
export function TrackingForm({ onFollow }: { onFollow: (key: Key) => void }) {
  const { t } = useLingui()
  const [link, setLink] = useState('')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const missing = t`This field is required.`
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (secretIn(link) !== '' && code.trim() !== '') onFollow({ id: secretIn(link), code })
  }
  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-col gap-4">
      <TextField
        label={t`Link`}
        inputMode="url"
        autoComplete="off"
        value={link}
        onChange={(event) => setLink(event.target.value)}
        error={tried && secretIn(link) === '' && missing}
      />
      <TextField
        label={t`Access code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={tried && code.trim() === '' && missing}
      />
      <div>
        <Button submit type="secondary">
          <Trans>View status</Trans>
        </Button>
      </div>
    </form>
  )
}

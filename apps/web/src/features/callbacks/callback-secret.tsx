import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/** The one time that a secret is shown: it is not left by chance. */
export function openSecret(secret: string, onDone: () => void): void {
  openDialog({
    namespace: 'business',
    name: 'callback-secret',
    title: <Trans>Signing secret</Trans>,
    dismissible: false,
    content: ({ close }) => (
      <SecretShown
        secret={secret}
        onDone={() => {
          onDone()
          close()
        }}
      />
    ),
  })
}

function SecretShown({ secret, onDone }: { secret: string; onDone: () => void }) {
  const [stored, setStored] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="warning" title={<Trans>Shown only once</Trans>}>
        <Trans>Your server needs it to verify callbacks. If you lose it, replace it.</Trans>
      </Notice>
      <div className="flex flex-wrap items-center gap-3 rounded border border-line bg-paper p-3">
        <code className="min-w-0 grow basis-40 wrap-anywhere select-all">{secret}</code>
        <CopyButton text={secret} />
      </div>
      <Checkbox
        label={<Trans>I’ve stored the secret safely</Trans>}
        checked={stored}
        onChange={({ target }) => setStored(target.checked)}
      />
      <DialogButtons>
        <Button disabled={!stored} onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </DialogButtons>
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { NewKey } from './api-user-calls.ts'

/** The one time that a key is shown: it is not left by chance. */
export function openNewKey(made: NewKey): void {
  openDialog({
    namespace: 'business',
    name: 'new-api-key',
    title: <Trans>API user key</Trans>,
    dismissible: false,
    content: (controls) => <NewKeyShown made={made} onDone={controls.close} />,
  })
}

function NewKeyShown({ made, onDone }: { made: NewKey; onDone: () => void }) {
  const [kept, setKept] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="warning" title={<Trans>Shown only once</Trans>}>
        <Trans>We only store its hash. Keep it somewhere safe; if you lose it, create a new key.</Trans>
      </Notice>
      <Shown name={<Trans>User name</Trans>} value={made.username} />
      <Shown name={<Trans>Key</Trans>} value={made.key} />
      <Checkbox
        label={<Trans>I’ve stored the key safely</Trans>}
        checked={kept}
        onChange={({ target }) => setKept(target.checked)}
      />
      <DialogButtons>
        <Button disabled={!kept} onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </DialogButtons>
    </div>
  )
}

function Shown({ name, value }: { name: ReactNode; value: string }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{name}</p>
      <div className="flex flex-wrap items-center gap-3 rounded border border-line bg-paper p-3">
        <code className="min-w-0 grow basis-40 wrap-anywhere select-all">{value}</code>
        <CopyButton text={value} />
      </div>
    </div>
  )
}

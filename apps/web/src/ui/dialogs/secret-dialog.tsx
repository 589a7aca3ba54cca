import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Checkbox } from '../forms/checkbox.tsx'
import { Notice } from '../notices/notice.tsx'
import { DialogButtons } from './dialog-host.tsx'
import { openDialog } from './dialog-store.ts'

interface SecretProps {
  /** Its purpose, and what to do if it is lost. */
  advice: ReactNode
  values: readonly { name?: ReactNode; value: string }[]
  /** What the person confirms before closing. */
  confirmation: ReactNode
}

/** The only time that a secret of the business is shown: the dialog closes once the person confirms having stored it. */
export function openSecretDialog(
  options: SecretProps & { name: string; title: ReactNode; onDone?: () => void },
): void {
  const { name, title, onDone, ...secret } = options
  openDialog({
    namespace: 'business',
    name,
    title,
    dismissible: false,
    content: ({ close }) => (
      <Secret
        {...secret}
        onDone={() => {
          onDone?.()
          close()
        }}
      />
    ),
  })
}

function Secret({ advice, values, confirmation, onDone }: SecretProps & { onDone: () => void }) {
  const [isStored, setIsStored] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="warning" title={<Trans>Shown only once</Trans>}>
        {advice}
      </Notice>
      {values.map(({ name, value }) => (
        <div key={value}>
          {name && <p className="mb-1 text-sm font-medium">{name}</p>}
          <div className="flex flex-wrap items-center gap-3 rounded border border-line bg-paper p-3">
            <code className="min-w-0 grow basis-40 wrap-anywhere select-all">{value}</code>
            <CopyButton text={value} />
          </div>
        </div>
      ))}
      <Checkbox
        label={confirmation}
        checked={isStored}
        onChange={({ target }) => setIsStored(target.checked)}
      />
      <DialogButtons>
        <Button disabled={!isStored} onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </DialogButtons>
    </div>
  )
}

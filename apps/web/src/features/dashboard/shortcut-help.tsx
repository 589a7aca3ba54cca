import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { areShortcutsOn, turnShortcuts } from '#web/lib/browser/shortcut-switch.ts'

export function openShortcutHelp(): void {
  openDialog({
    namespace: 'general',
    name: 'keyboard',
    title: <Trans>Keyboard</Trans>,
    content: () => <ShortcutHelp />,
  })
}

function ShortcutHelp() {
  const { t } = useLingui()
  const [on, setOn] = useState(areShortcutsOn)
  const rows: readonly [string, ReactNode][] = [
    ['/', <Trans>Search</Trans>],
    ['n', <Trans>New signature request</Trans>],
    ['j', <Trans>Next item</Trans>],
    ['k', <Trans>Previous item</Trans>],
    ['x', <Trans>Select item; with Shift, select a range</Trans>],
    ['Enter', <Trans>Open document</Trans>],
    ['s', <Trans>Sign open document</Trans>],
    ['?', <Trans>This list</Trans>],
  ]
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {rows.map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded border border-line-field px-2 py-0.5 text-center font-sans text-sm">
                {key}
              </kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-3">
        <Checkbox
          label={t`Keyboard shortcuts`}
          checked={on}
          onChange={(event) => {
            turnShortcuts(event.target.checked)
            setOn(event.target.checked)
          }}
        />
      </div>
    </>
  )
}

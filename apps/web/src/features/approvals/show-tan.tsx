import { Trans } from '@lingui/react/macro'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import type { ShowStep } from './open-step.ts'
import { TanForm } from './tan-form.tsx'

/** The dialog for the code. It stays open while the code is wrong. */
export const showTan: ShowStep = (open) =>
  openDialog({
    namespace: 'document',
    name: 'tan-entry',
    title: <Trans>Enter the code</Trans>,
    dismissible: false,
    content: () => <TanForm open={open} />,
  })

import { Trans } from '@lingui/react/macro'
import { openSecretDialog } from '#web/ui/dialogs/secret-dialog.tsx'

export function openSecret(secret: string, onDone: () => void): void {
  openSecretDialog({
    name: 'callback-secret',
    title: <Trans>Signing secret</Trans>,
    advice: <Trans>Your server needs it to verify callbacks. If you lose it, replace it.</Trans>,
    values: [{ value: secret }],
    confirmation: <Trans>I’ve stored the secret safely</Trans>,
    onDone,
  })
}

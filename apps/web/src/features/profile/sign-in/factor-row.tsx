import { Trans, useLingui } from '@lingui/react/macro'
import { removeSecondFactor, type SecondFactor } from '@countersign/contract/second-factors.ts'
import { call } from '#web/lib/calls/api.ts'
import { formatDate, formatRelative } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { ProofForm } from './proof-form.tsx'
import { showDone } from '#web/ui/dialogs/show-done.ts'

interface FactorRowProps {
  factor: SecondFactor
  isLast: boolean
  hasPassword: boolean
  onChanged: () => Promise<unknown>
}

export function FactorRow({ factor, isLast, hasPassword, onChanged }: FactorRowProps) {
  const { t, i18n } = useLingui()
  const { name, kind } = factor
  const added = formatDate(factor.createdAt, i18n.locale)
  const used = factor.lastUsedAt === null ? null : formatRelative(factor.lastUsedAt, i18n.locale)

  function remove() {
    openDialog({
      namespace: 'profile',
      name: 'remove second factor',
      title: t`Remove ${name}?`,
      content: ({ close, during }) => (
        <ProofForm
          hasPassword={hasPassword}
          button={t`Remove ${name}`}
          color="error"
          during={during}
          onCancel={close}
          onProof={async (proof) => {
            await call(removeSecondFactor, { params: { id: factor.id }, body: proof })
            close()
            showDone(t`${name} removed`)
            await onChanged()
          }}
        >
          <p>
            {isLast ? (
              <Trans>
                It’s your only second factor. Without it, your password alone is enough to sign in.
              </Trans>
            ) : (
              <Trans>You can no longer sign in with it. Your other second factor stays.</Trans>
            )}
          </p>
        </ProofForm>
      ),
    })
  }

  return (
    <li className="flex items-start gap-3 py-3 first:pt-0">
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-secondary">
          {kind === 'totp' ? <Trans>Authenticator app</Trans> : <Trans>Passkey</Trans>} ·{' '}
          <Trans>added on {added}</Trans> ·{' '}
          {used === null ? <Trans>not used yet</Trans> : <Trans>last used {used}</Trans>}
        </p>
      </div>
      <Button
        type="secondary"
        color="neutral"
        size="sm"
        className="shrink-0 whitespace-nowrap"
        label={t`Remove ${name}`}
        onClick={remove}
      >
        <Trans>Remove</Trans>
      </Button>
    </li>
  )
}

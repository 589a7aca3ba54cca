import type { ScimToken } from '@countersign/contract/provisioning.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate, formatDateTime } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { revokeToken } from './provisioning-calls.ts'

interface TokenListProps {
  tokens: readonly ScimToken[]
  onRevoked: () => Promise<unknown>
}

/** The tokens that are valid, with when each was used. */
export function TokenList({ tokens, onRevoked }: TokenListProps) {
  if (tokens.length === 0)
    return (
      <p className="text-ink-secondary">
        <Trans>No tokens yet. Create one and enter it at your identity provider.</Trans>
      </p>
    )
  return (
    <ul className="flex flex-col divide-y divide-line rounded border border-line">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} onRevoked={onRevoked} />
      ))}
    </ul>
  )
}

function TokenRow({ token, onRevoked }: { token: ScimToken; onRevoked: () => Promise<unknown> }) {
  const { t, i18n } = useLingui()
  const { name, ending } = token
  const until = formatDate(token.expiresAt, i18n.locale)
  const used = token.lastUsedAt && formatDateTime(token.lastUsedAt, i18n.locale)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi> <code className="text-ink-secondary">…{ending}</code>
        </p>
        <p className="text-sm text-ink-secondary">
          <Trans>Valid until {until}.</Trans>{' '}
          {used ? <Trans>Last used on {used}.</Trans> : <Trans>Not used yet.</Trans>}
        </p>
      </div>
      <Button
        type="text"
        size="sm"
        color="error"
        label={t`Revoke ${name}`}
        onClick={() => openRevokeToken(token, onRevoked)}
      >
        <Trans>Revoke</Trans>
      </Button>
    </li>
  )
}

function openRevokeToken({ id, name }: ScimToken, onRevoked: () => Promise<unknown>): void {
  openConfirmation({
    namespace: 'business',
    name: 'revoke-scim-token',
    title: <Trans>Revoke this token?</Trans>,
    text: (
      <Trans>
        Your identity provider can no longer use “{name}”. The people it added remain members. To replace a
        token without an interruption, create the new one first.
      </Trans>
    ),
    stay: <Trans>Keep token</Trans>,
    button: <Trans>Revoke token</Trans>,
    run: async () => {
      await revokeToken(id)
      await onRevoked()
    },
  })
}

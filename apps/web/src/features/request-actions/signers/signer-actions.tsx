import type { Event, Signature, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatTime } from '#web/lib/language/format.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { useNow } from '#web/lib/browser/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import type { RequestActions } from '../action-calls.ts'
import { openCorrectSigner } from './correct-signer.tsx'
import { openRemoveSigner } from './change-signers.tsx'
import { openRemind } from '../remind.tsx'
import { remindAgainAt, signersToRemind } from '../reminders.ts'
import { maySignersChange } from './signer-order.ts'

/** What the owner may do about one signer. */
export function SignerActions(props: {
  request: SignatureRequest
  signature: Signature
  events: readonly Event[]
  actions: RequestActions
  onChanged: (request: SignatureRequest) => void
  onReminded: () => void
}) {
  const { request, signature, actions, events } = props
  const { t, i18n } = useLingui()
  const now = useNow(15_000)
  const name = nameOf(signature)
  const isAsked = signersToRemind(request).includes(signature)
  const mayChange = maySignersChange(request)
  const mayRemove = mayChange && request.signatures.length > 1
  // Of a group the others have their mail: one who has not is put right in the group.
  const cameBack = signature.delivery?.state === 'failed' && !signature.signer_group
  if (!isAsked && !mayChange) return null
  const again = remindAgainAt(signature, new Date(now))
  const next = again && formatTime(again, i18n.locale)
  return (
    <div className="mt-1 -ml-3 flex flex-wrap items-center">
      {isAsked && !cameBack && next === null && (
        <Button
          type="text"
          size="sm"
          icon="mail"
          label={t`Remind ${name}`}
          onClick={() =>
            openRemind({ request, events, actions, chosen: signature.sid, onDone: props.onReminded })
          }
        >
          <Trans>Remind</Trans>
        </Button>
      )}
      {isAsked && !cameBack && next !== null && (
        <span className="px-3 py-2 text-sm text-ink-secondary">
          <Trans>You can remind again at {next}</Trans>
        </span>
      )}
      {mayChange && !signature.signer_group && (
        <Button
          type={cameBack ? 'secondary' : 'text'}
          color={cameBack ? 'accent' : 'neutral'}
          size="sm"
          icon="draft"
          label={cameBack ? t`Correct the address of ${name}` : t`Correct ${name}`}
          onClick={() => openCorrectSigner({ request, signature, actions, onDone: props.onChanged })}
        >
          {cameBack ? <Trans>Correct address</Trans> : <Trans>Correct</Trans>}
        </Button>
      )}
      {mayRemove && (
        <Button
          type="text"
          color="neutral"
          size="sm"
          icon="trash"
          label={t`Remove ${name}`}
          onClick={() => openRemoveSigner({ request, signature, actions, onDone: props.onChanged })}
        >
          <Trans>Remove</Trans>
        </Button>
      )}
    </div>
  )
}

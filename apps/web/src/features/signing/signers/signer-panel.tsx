import type { Event, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isolate } from '#web/lib/language/isolate.ts'
import { formatDateTime } from '#web/lib/language/format.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SignerStateBadge } from '#web/ui/requests/request-state.tsx'
import { Quote } from '#web/features/request-actions/quote.tsx'
import { signerTimes, type SignerStep } from './signer-times.ts'

type Signature = SignatureRequest['signatures'][number]

/** Everyone who signs: how far each is and since when, in the order they sign. */
export function SignerPanel(props: {
  request: SignatureRequest
  events: readonly Event[]
  /** Of the account holder who looks at it. */
  ownName?: string | undefined
  /** What the owner may do about one signer. */
  actionsFor?: (signature: Signature) => ReactNode
}) {
  const { request } = props
  const inOrder = request.signatures.some((signature) => signature.sequence >= 0)
  const signatures = inOrder
    ? [...request.signatures].sort((a, b) => a.sequence - b.sequence)
    : request.signatures
  return (
    <section aria-labelledby="signers-title">
      <h2 id="signers-title" className="mb-2 text-sm font-semibold">
        {inOrder ? <Trans>Signers, in this order</Trans> : <Trans>Signers</Trans>}
      </h2>
      <ul className="flex flex-col divide-y divide-line">
        {signatures.map((signature) => (
          <SignerRow
            key={signature.sid}
            signature={signature}
            events={props.events}
            ownName={props.ownName}
            actions={props.actionsFor?.(signature)}
          />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  signature: Signature
  events: readonly Event[]
  ownName: string | undefined
  actions: ReactNode
}

function SignerRow(props: RowProps) {
  const { signature, actions } = props
  const email = signature.signer_identity_data.email_address
  const given = nameOf(signature)
  // One's own name, where the sender gave only the address.
  const isUnnamed = signature.is_viewer && given === email && !signature.signer_group
  const name = (isUnnamed && props.ownName) || given
  const before = isolate(signature.delegated_by?.name || signature.delegated_by?.email || '')
  return (
    <li className="flex gap-3 py-3">
      <Avatar name={name} email={email} />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>{' '}
          {signature.is_viewer && (email !== '' || !signature.signer_group) && <Trans>(you)</Trans>}
        </p>
        {name !== email && email !== '' && (
          <p className="text-sm wrap-anywhere text-ink-secondary">{email}</p>
        )}
        {signature.signer_group && <Group signature={signature} group={signature.signer_group} />}
        <p className="mt-1">
          <SignerStateBadge
            status={signature.status_code}
            viewed={signerTimes(props.events, signature).some(({ step }) => step === 'opened')}
            yours={signature.is_viewer}
          />
        </p>
        <Times signature={signature} events={props.events} />
        {before && (
          <p className="text-sm wrap-anywhere text-ink-secondary">
            <Trans>Delegated by {before}</Trans>
          </p>
        )}
        {signature.decline_message && <Quote>{signature.decline_message}</Quote>}
        {signature.delivery?.state === 'failed' && !signature.signer_group && (
          <DeliveryFailure message={signature.delivery.message} />
        )}
        {actions}
      </div>
    </li>
  )
}

/** The members of a signer group, and which of them has signed or declined for it. */
function Group({
  signature,
  group,
}: {
  signature: Signature
  group: NonNullable<Signature['signer_group']>
}) {
  const { members } = group
  const name = isolate(group.name)
  const isSettled = members.some((member) => member.status !== null)
  return (
    <div className="text-sm text-ink-secondary">
      {isSettled && (
        <p className="wrap-anywhere">
          <Trans>for the group “{name}”</Trans>
        </p>
      )}
      <details open={!isSettled && members.length <= 5 && signature.status_code !== 'WAITING'}>
        <summary className="min-h-6 cursor-pointer py-1">
          <Plural value={members.length} one="Group of # person" other="Group of # people" />
        </summary>
        <ul className="flex flex-col gap-0.5 pl-3">
          {members.map((member) => (
            <li key={member.email} className="wrap-anywhere">
              <bdi>{member.name ? `${member.name}, ${member.email}` : member.email}</bdi>{' '}
              {member.is_viewer && <Trans>(you)</Trans>}
              {member.status && (
                <span className="ml-1 inline-block">
                  <SignerStateBadge status={member.status} />
                </span>
              )}
              {member.delivery?.state === 'failed' && (
                <span className="flex items-start gap-1.5 text-error">
                  <Icon name="warning" size={16} />
                  <Trans>The email bounced.</Trans>
                </span>
              )}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** Asked, opened, signed: each step with its time. */
function Times({ signature, events }: { signature: Signature; events: readonly Event[] }) {
  const { i18n, t } = useLingui()
  const words: Record<SignerStep, string> = {
    asked: t`Sent`,
    came_back: t`Email bounced`,
    reminded: t`Reminded`,
    opened: t`Viewed`,
    signed: t`Signed`,
    declined: t`Declined`,
  }
  const known = signerTimes(events, signature)
  // Before the history is there, and for who signed, whose time the request itself tells.
  const isKnown = known.some(({ step }) => step === 'signed')
  const times =
    signature.signed_at && !isKnown ? [...known, { step: 'signed' as const, at: signature.signed_at }] : known
  if (times.length === 0) return null
  return (
    <dl className="mt-1 grid w-fit grid-cols-[auto_auto] gap-x-3 text-xs text-ink-secondary">
      {times.map(({ step, at }) => (
        <div key={step} className="contents">
          <dt>{words[step]}</dt>
          <dd>
            <time dateTime={at}>{formatDateTime(at, i18n.locale)}</time>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function DeliveryFailure({ message }: { message: string | null }) {
  return (
    <p className="mt-1 flex items-start gap-1.5 text-sm text-error">
      <Icon name="warning" size={16} />
      <span className="min-w-0 wrap-anywhere">
        <Trans>The invitation could not be delivered. Please check the email address.</Trans>
        {message && (
          <span dir="auto" className="block text-xs text-ink-secondary">
            {message}
          </span>
        )}
      </span>
    </p>
  )
}

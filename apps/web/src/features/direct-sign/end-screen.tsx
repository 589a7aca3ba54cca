import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isolate } from '#web/lib/language/isolate.ts'
import { declineOf } from '#web/features/request-actions/decline.ts'
import { Quote } from '#web/features/request-actions/quote.tsx'
import { formatDate } from '#web/lib/language/format.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

type End = 'declined' | 'withdrawn' | 'expired' | 'error' | 'delegated'

const closed: Partial<Record<string, End>> = {
  declined: 'declined',
  withdrawn: 'withdrawn',
  expired: 'expired',
}

/** How it ended other than by signing, at once and at every later visit: what happened, and the way on. */
export function EndScreen(props: {
  request: SignatureRequest
  /** Where one is with it. */
  situation: string
  /** Who signs instead; null where one has not delegated it. */
  delegatedTo: string | null
  onLook: () => void
  /** Where one goes from here. */
  wayOut?: ReactNode
}) {
  const { request, delegatedTo } = props
  const end = delegatedTo === null ? (closed[props.situation] ?? 'error') : 'delegated'
  const asker = isolate(request.owner.name || request.owner.email)
  return (
    <div className="relative mx-auto flex w-full max-w-md flex-1 flex-col items-center gap-4 overflow-y-auto p-6 text-center *:first:mt-auto *:last:mb-auto">
      <span className={end === 'delegated' ? 'text-completed' : 'text-ink-secondary'}>
        <Icon name={icons[end]} size={64} />
      </span>
      <h1 className="text-xl font-semibold text-balance wrap-anywhere">
        <Title request={request} end={end} />
      </h1>
      <p dir="auto" className="wrap-anywhere">
        {request.title}
      </p>
      <p className="text-ink-secondary wrap-anywhere">
        <Words request={request} end={end} delegatedTo={delegatedTo} />
      </p>
      <Said request={request} end={end} />
      {props.wayOut}
      <div className="mt-2 flex w-full flex-col gap-2">
        {end !== 'delegated' && request.viewer.can.download && (
          <Button size="lg" type="secondary" block onClick={props.onLook}>
            <Trans>View document</Trans>
          </Button>
        )}
        {end !== 'delegated' && request.owner.email && (
          <Button
            size="lg"
            type="text"
            icon="mail"
            block
            href={`mailto:${request.owner.email}`}
            newTab={false}
          >
            <Trans>Email {asker}</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

const icons: Record<End, IconName> = {
  declined: 'cancel',
  withdrawn: 'cancel',
  expired: 'clock',
  error: 'warning',
  delegated: 'checkCircle',
}

function Title({ request, end }: { request: SignatureRequest; end: End }) {
  const decline = declineOf(request)
  const name = decline && isolate(nameOf(decline))
  const asker = isolate(request.owner.name || request.owner.email)
  if (end === 'delegated') return <Trans>You’ve delegated this document</Trans>
  if (end === 'withdrawn') return <Trans>{asker} has withdrawn this request</Trans>
  if (end === 'expired') return <Trans>This request has expired</Trans>
  if (end === 'error') return <Trans>This signature request has failed</Trans>
  if (decline?.is_viewer) return <Trans>You declined to sign</Trans>
  return name ? <Trans>{name} has declined to sign</Trans> : <Trans>A signer declined</Trans>
}

function Words(props: { request: SignatureRequest; end: End; delegatedTo: string | null }) {
  const { i18n } = useLingui()
  const { request, end, delegatedTo } = props
  const asker = isolate(request.owner.name || request.owner.email)
  const expiry = request.expiration_date ? formatDate(request.expiration_date, i18n.locale) : ''
  switch (end) {
    case 'delegated':
      return (
        <Trans>We’ve emailed {delegatedTo}, who will sign instead of you. You can close this page.</Trans>
      )
    case 'withdrawn':
      return <Trans>It can no longer be signed. You don’t need to do anything.</Trans>
    case 'expired':
      return (
        <Trans>
          It ended on {expiry}. If you still want to sign, ask {asker} to send it again.
        </Trans>
      )
    case 'error':
      return <Trans>The documents are safe. Please ask {asker} to send it again.</Trans>
    default:
      // An API user has no email, so it isn't notified.
      return declineOf(request)?.is_viewer && request.owner.email !== '' ? (
        <Trans>The signature request is closed and {asker} has been notified. You can close this page.</Trans>
      ) : (
        <Trans>The signature request is closed. You don’t need to do anything.</Trans>
      )
  }
}

/** What was said with it, to those who may see it. */
function Said({ request, end }: { request: SignatureRequest; end: End }) {
  const said =
    end === 'withdrawn'
      ? request.withdraw_message
      : end === 'declined'
        ? (declineOf(request)?.decline_message ?? null)
        : null
  if (!said) return null
  return (
    <div className="w-full text-left">
      <Quote>{said}</Quote>
    </div>
  )
}

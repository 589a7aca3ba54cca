import { Trans } from '@lingui/react/macro'
import type { Identification, IdentificationFailureCode } from '@countersign/contract/identifications.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { listOf, pageOf } from '../method-words.ts'
import type { Holder } from '../holder.ts'

/** What went wrong, that nothing was lost, and the ways on. */
export function Failed({ holder, identification }: { holder: Holder; identification: Identification }) {
  const { legislation, method, failure } = identification
  const list = holder.page(listOf(legislation))
  const page = pageOf(legislation, method)
  const isRetryable = failure?.isRetryable ?? true
  return (
    <>
      <Notice kind="error" title={<Trans>We couldn’t verify your identity</Trans>}>
        <p>
          <Reason code={failure?.code ?? 'provider_failed'} />
        </p>
        <p className="mt-1">
          <Trans>Your documents and requests stay as they are.</Trans>
        </p>
      </Notice>
      <div className="mt-6 flex flex-col gap-2 sm:flex-row">
        {isRetryable && (
          <Button size="lg" to={page === null ? list : holder.page(page)}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button size="lg" type={isRetryable ? 'secondary' : 'primary'} to={list}>
          <Trans>Choose another option</Trans>
        </Button>
        <Button size="lg" type="text" to={holder.home.to}>
          {holder.home.isDocument ? <Trans>Back to the document</Trans> : <Trans>All signature levels</Trans>}
        </Button>
      </div>
    </>
  )
}

function Reason({ code }: { code: IdentificationFailureCode }) {
  switch (code) {
    case 'not_identified':
      return (
        <Trans>
          We couldn’t confirm that you are the person on the ID. Better light or a video call may help.
        </Trans>
      )
    case 'document_rejected':
      return <Trans>Your ID wasn’t accepted or couldn’t be read. A passport usually works.</Trans>
    case 'document_expired':
      return <Trans>Your ID has expired. Please use a valid one.</Trans>
    case 'level_too_low':
      return (
        <Trans>
          Your identity was verified, but not at the level required for a qualified electronic signature
          (QES).
        </Trans>
      )
    case 'fraud_suspected':
      return (
        <Trans>The identity verification service stopped the check because something looked wrong.</Trans>
      )
    case 'cancelled':
      return <Trans>It was cancelled before it was completed.</Trans>
    case 'aborted':
      return <Trans>The connection was lost, or the image quality was too low.</Trans>
    case 'timed_out':
      return <Trans>It wasn’t completed in time.</Trans>
    case 'provider_failed':
      return <Trans>The identity verification service is temporarily unavailable.</Trans>
    case 'expired':
      return <Trans>Your identity verification has expired.</Trans>
    case 'means_changed':
      return <Trans>Your phone number or password has changed since your identity check.</Trans>
  }
}

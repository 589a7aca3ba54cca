import { Trans } from '@lingui/react/macro'
import type { Identification, IdentificationFailureCode } from '@countersign/contract/identifications.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { listOf, pageOf } from './method-words.ts'
import type { Who } from './who.ts'

/** What went wrong, that nothing was lost, and the ways on. */
export function Failed({ who, identification }: { who: Who; identification: Identification }) {
  const { legislation, method, failure } = identification
  const list = who.page(listOf(legislation))
  const page = pageOf(legislation, method)
  const isRetryable = failure?.isRetryable ?? true
  return (
    <>
      <Notice kind="error" title={<Trans>You could not be identified</Trans>}>
        <p>
          <Reason code={failure?.code ?? 'provider_failed'} />
        </p>
        <p className="mt-1">
          <Trans>Your documents and requests stay as they are.</Trans>
        </p>
      </Notice>
      <div className="mt-6 flex flex-col gap-2 sm:flex-row">
        {isRetryable && (
          <Button size="lg" to={page === null ? list : who.page(page)}>
            <Trans>Try it again</Trans>
          </Button>
        )}
        <Button size="lg" type={isRetryable ? 'secondary' : 'primary'} to={list}>
          <Trans>Choose another way</Trans>
        </Button>
        <Button size="lg" type="text" to={who.home.to}>
          {who.home.isDocument ? <Trans>Back to the document</Trans> : <Trans>All signature standards</Trans>}
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
          It could not be made sure that you are the person in the document. Better light or a call with a
          person may help.
        </Trans>
      )
    case 'document_rejected':
      return (
        <Trans>
          The document was not accepted: it is of a kind that is not taken, or could not be read. A passport
          mostly works.
        </Trans>
      )
    case 'document_expired':
      return <Trans>The document is no longer valid. Please use one that is.</Trans>
    case 'level_too_low':
      return (
        <Trans>
          You were identified, but not with the certainty that a qualified electronic signature (QES) takes.
        </Trans>
      )
    case 'fraud_suspected':
      return <Trans>The identification service has stopped it, as something seemed not to be right.</Trans>
    case 'cancelled':
      return <Trans>It was stopped at the identification service before it was done.</Trans>
    case 'aborted':
      return <Trans>The connection broke, or the picture was not good enough.</Trans>
    case 'timed_out':
      return <Trans>It was not done in time.</Trans>
    case 'provider_failed':
      return <Trans>The identification service could not do it just now.</Trans>
    case 'expired':
      return <Trans>It has run out: an identification is good for a time only.</Trans>
    case 'means_changed':
      return (
        <Trans>
          What you approve signatures with has changed since the identification: another number, or a password
          that was set anew.
        </Trans>
      )
  }
}

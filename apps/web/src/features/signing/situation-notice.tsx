import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '#web/lib/language/isolate.ts'
import { formatDate } from '#web/lib/language/format.ts'
import { hidesDownload } from '#web/lib/requests/link-parameters.ts'
import { isEmailed } from '#web/lib/requests/is-emailed.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { signingFailure } from './signing/signing-failure.ts'
import { declineOf } from '#web/features/request-actions/decline.ts'
import { Quote } from '#web/features/request-actions/quote.tsx'
import { SenderBusiness } from './sender-business.tsx'
import { groupSignature, lastFailure, mySignature, needsIdentityCheck, situationOf } from './situation.ts'

/** For which business one is asked, and how things stand. */
export function SituationNotice({ request }: { request: SignatureRequest }) {
  return (
    <>
      {request.business && <SenderBusiness business={request.business} />}
      <Situation request={request} />
    </>
  )
}

/** Says how things stand when there is more to say than 'sign here'. */
function Situation({ request }: { request: SignatureRequest }) {
  const { i18n } = useLingui()
  const failure = lastFailure(request)
  if (failure) return <FailedNotice code={failure} />
  const expiry = request.expiration_date ? formatDate(request.expiration_date, i18n.locale) : ''
  const decline = declineOf(request)
  switch (situationOf(request)) {
    case 'not_in_turn':
      return (
        <Notice kind="info" title={<Trans>It’s not your turn yet</Trans>}>
          {isEmailed(request) ? (
            <Trans>Others sign first. We’ll email you when it’s your turn.</Trans>
          ) : (
            <Trans>Others sign first.</Trans>
          )}
        </Notice>
      )
    case 'to_sign':
      return (
        <>
          <ForGroup request={request} />
          {needsIdentityCheck(request) && <IdentityCheckAhead />}
        </>
      )
    case 'signed_waiting':
      return isOthers(mySignature(request)) ? (
        <ForGroup request={request} />
      ) : (
        <Notice kind="success" title={<Trans>You have signed</Trans>}>
          {isEmailed(request) ? (
            <Trans>
              Others still need to sign. We’ll email you the signed document when everyone has signed.
            </Trans>
          ) : (
            <Trans>Others still need to sign.</Trans>
          )}
        </Notice>
      )
    case 'completed':
      return (
        <Notice kind="success" title={<Trans>Everyone has signed</Trans>}>
          {!hidesDownload() && <Trans>The signed document is ready to download.</Trans>}
        </Notice>
      )
    case 'declined':
      return (
        <Notice kind="warning" title={<Declined request={request} />}>
          <Trans>The signature request is closed and can no longer be signed.</Trans>
          {decline?.decline_message && <Quote>{decline.decline_message}</Quote>}
        </Notice>
      )
    case 'withdrawn':
      return (
        <Notice
          kind="warning"
          title={
            request.viewer.role === 'owner' ? (
              <Trans>You withdrew this signature request</Trans>
            ) : (
              <Trans>The sender withdrew this signature request</Trans>
            )
          }
        >
          {request.viewer.role === 'owner' ? (
            <Trans>It can no longer be signed. All signers have been notified.</Trans>
          ) : (
            <Trans>It can no longer be signed. If you have questions, contact the sender.</Trans>
          )}
          {request.withdraw_message && <Quote>{request.withdraw_message}</Quote>}
        </Notice>
      )
    case 'expired':
      return (
        <Notice kind="warning" title={<Trans>This request has expired</Trans>}>
          <Trans>It ended on {expiry}. Please ask the sender for a new signature request.</Trans>
        </Notice>
      )
    case 'error':
      return (
        <Notice kind="error" title={<Trans>This signature request has failed</Trans>}>
          {request.signatures.some(({ signing }) => signing?.error === 'document_not_signable') ? (
            <Trans>
              Because of the way one of the files was created, a signature in it wouldn’t be valid. Print that
              document to a new PDF and send it in a new request.
            </Trans>
          ) : (
            <Trans>The documents are safe. Please ask the sender to send it again.</Trans>
          )}
        </Notice>
      )
    case 'draft':
      return (
        <Notice kind="info" title={<Trans>This is a draft</Trans>}>
          <Trans>No signers yet.</Trans>
        </Notice>
      )
    default:
      return null
  }
}

/** Said before anything is tapped: it takes a document of identity and some minutes. */
function IdentityCheckAhead() {
  return (
    <Notice kind="info" title={<Trans>Needs a one-time identity check</Trans>}>
      <Trans>
        The sender requires a qualified signature. We check your identity once; it takes about 5 minutes. Have
        your passport or identity card ready. You then come back here to sign.
      </Trans>
    </Notice>
  )
}

/** For which group one signs, or who has signed for it. */
function ForGroup({ request }: { request: SignatureRequest }) {
  const mine = mySignature(request)
  const signature = mine?.signer_group ? mine : groupSignature(request)
  if (!signature?.signer_group) return null
  const group = isolate(signature.signer_group.name)
  const name = isolate(nameOf(signature))
  if (signature.status_code === 'SIGNED')
    return (
      <Notice
        kind="success"
        title={
          <Trans>
            {name} has signed for “{group}”
          </Trans>
        }
      >
        {isEmailed(request) ? (
          <Trans>You’re done. We’ll email you the signed document when everyone has signed.</Trans>
        ) : (
          <Trans>You’re done.</Trans>
        )}
      </Notice>
    )
  if (signature.status_code !== 'OPEN') return null
  return (
    <Notice kind="info" title={<Trans>You’re signing as a member of “{group}”</Trans>}>
      <Trans>The first of you to sign signs for the group. The others will be notified.</Trans>
    </Notice>
  )
}

/** Signed by another one of the group. */
function isOthers(signature: ReturnType<typeof mySignature>): boolean {
  return signature?.signer_group !== undefined && signature.signer_group !== null && !signature.is_viewer
}

/** Who declined, in a title. */
function Declined({ request }: { request: SignatureRequest }) {
  const decline = declineOf(request)
  if (!decline) return <Trans>A signer declined</Trans>
  const name = isolate(nameOf(decline))
  return decline.is_viewer ? <Trans>You declined to sign</Trans> : <Trans>{name} declined to sign</Trans>
}

function FailedNotice({ code }: { code: string }) {
  const { i18n } = useCatalog()
  const failure = signingFailure(code)
  return (
    <Notice kind="error" title={i18n._(failure.title)}>
      {i18n._(failure.text)}
    </Notice>
  )
}

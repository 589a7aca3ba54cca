import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isolate } from '#web/lib/language/isolate.ts'
import { formatDate } from '#web/lib/language/format.ts'
import { PhoneHead } from './direct-sign-screen.tsx'

/** Who asks, for what, how long it is, and until when: what a first-time visitor wants to know. */
export function Invitation(props: {
  request: SignatureRequest
  notice: ReactNode
  details: ReactNode
  /** Leads to one's own field. */
  onShowPlace: () => void
}) {
  const { request } = props
  const { i18n } = useLingui()
  const pages = request.documents.reduce((sum, document) => sum + document.page_count, 0)
  const until = request.expiration_date ? formatDate(request.expiration_date, i18n.locale) : null
  return (
    <div className="sticky left-0 mx-auto flex max-w-3xl flex-col gap-3 pt-4 text-base max-sm:pt-2">
      <PhoneHead />
      <div>
        <p className="text-ink-secondary wrap-anywhere">
          <Asker request={request} />
        </p>
        <h1 dir="auto" className="text-lg font-semibold text-balance wrap-anywhere">
          {request.title}
        </h1>
        <p className="text-sm text-ink-secondary">
          {request.documents.length > 1 && (
            <>
              <Plural value={request.documents.length} one="# document" other="# documents" />
              {' · '}
            </>
          )}
          <Plural value={pages} one="# page" other="# pages" />
          {until && request.status_overall === 'OPEN' && (
            <>
              {' · '}
              <Trans>until {until}</Trans>
            </>
          )}
        </p>
        {pages > 1 && <OwnPlace request={request} onShow={props.onShowPlace} />}
      </div>
      {request.message && (
        <p
          dir="auto"
          className="rounded-sheet border border-line bg-sheet p-3 text-start whitespace-pre-line wrap-anywhere"
        >
          {request.message}
        </p>
      )}
      {props.notice}
      {props.details}
    </div>
  )
}

/** Who asks and for which business, with the address by which one may know them. */
function Asker({ request: { owner, business, status_overall: status } }: { request: SignatureRequest }) {
  const name = isolate(owner.name)
  const asker = name && owner.email ? `${name} (${isolate(owner.email)})` : name || owner.email
  // An API user asks in the name of its business, and has no address.
  const company = business && business.name !== owner.name ? isolate(business.name) : undefined
  if (status !== 'OPEN')
    return company ? (
      <Trans>
        From {asker} of {company}
      </Trans>
    ) : (
      <Trans>From {asker}</Trans>
    )
  return company ? (
    <Trans>
      {asker} of {company} has requested your signature
    </Trans>
  ) : (
    <Trans>{asker} has requested your signature</Trans>
  )
}

/** Where one signs in a document of several pages, and the way there. */
function OwnPlace({ request, onShow }: { request: SignatureRequest; onShow: () => void }) {
  const own = request.viewer.can.sign
    ? request.signatures.find(({ is_viewer, status_code }) => is_viewer && status_code === 'OPEN')
    : undefined
  const place = own?.document_signatures
    .flatMap(({ visual_signature: visual }) => visual?.positions ?? [])
    .at(0)
  if (!place) return null
  const page = Number(place.page) + 1
  return (
    <button
      type="button"
      onClick={onShow}
      className="-mb-2 inline-flex min-h-11 cursor-pointer items-center font-medium text-accent underline"
    >
      <Trans>Next: your signature on page {page}</Trans>
    </button>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { CallError } from '#web/lib/calls/call-error.ts'
import { endOfDay } from '#web/lib/language/day.ts'
import { formatDate, formatList } from '#web/lib/language/format.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { Draft, DraftSigner } from '../drafts/draft.ts'
import type { PreviewOf } from './mail-preview.tsx'
import { wantsMobile } from './offered-qualities.ts'
import { undecidedSigners, type WithoutField, withoutFields } from '../fields/missing-fields.ts'
import { Recipients } from './recipients.tsx'
import { later } from '#web/ui/later.tsx'

/** Its words are the profile's. */
const LevelName = later(async () => {
  const [loaded] = await Promise.all([import('./level-name.tsx'), loadCatalogs('profile')])
  return { default: loaded.LevelName }
})

const MailPreview = later(async () => ({ default: (await import('./mail-preview.tsx')).MailPreview }))

interface SendSummaryProps {
  draft: Draft
  /** It was changed since it was last reviewed, and wasn’t sent. */
  isChanged: boolean
  documentNames: readonly string[]
  /** Emails of those who look on. */
  observers: readonly string[]
  attachmentNames: readonly string[]
  /** Leads to where the field of a signer on a document is placed. */
  onPlace: (signerKey: string, documentId: string) => void
  withoutField: WithoutField
  /** Keeps what was chosen while the page is open. */
  onWithoutField: (chosen: WithoutField) => void
  /** The email that a signer will get. */
  preview: PreviewOf
  controls: DialogControls
}

/** Who gets what in which order, before it goes out. */
export function SendSummary({ draft, documentNames, controls, ...props }: SendSummaryProps) {
  const { i18n } = useLingui()
  const until = endOfDay(draft.expiresOn)
  const count = draft.signers.length
  const [withoutField, setWithoutField] = useState(props.withoutField)
  const [isTried, setTried] = useState(false)
  const undecided = undecidedSigners(draft, withoutField).length
  function choose(signers: readonly DraftSigner[]) {
    const chosen = withoutFields(withoutField, draft, signers)
    setWithoutField(chosen)
    props.onWithoutField(chosen)
  }
  return (
    <div className="flex flex-col gap-4">
      {props.isChanged && (
        <div role="alert">
          <Notice kind="warning" title={<Trans>This draft has changed</Trans>}>
            <Trans>
              It was changed while you were reviewing it, so it wasn’t sent. Please review it again.
            </Trans>
          </Notice>
        </div>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <dt className="text-ink-secondary">
          <Plural value={documentNames.length} one="Document" other="Documents" />
        </dt>
        <dd className="min-w-0 wrap-anywhere">{formatList(documentNames, i18n.locale)}</dd>
        {props.attachmentNames.length > 0 && (
          <>
            <dt className="text-ink-secondary">
              <Trans>Attachments</Trans>
            </dt>
            <dd className="min-w-0 wrap-anywhere">{formatList(props.attachmentNames, i18n.locale)}</dd>
          </>
        )}
        {props.observers.length > 0 && (
          <>
            <dt className="text-ink-secondary">
              <Trans>Observers</Trans>
            </dt>
            <dd className="min-w-0 wrap-anywhere">{formatList(props.observers, i18n.locale)}</dd>
          </>
        )}
        {draft.message.trim() !== '' && (
          <>
            <dt className="text-ink-secondary">
              <Trans>Message</Trans>
            </dt>
            <dd dir="auto" className="line-clamp-3 min-w-0 text-start wrap-anywhere">
              {draft.message}
            </dd>
          </>
        )}
        <dt className="text-ink-secondary">
          <Trans>Signature level</Trans>
        </dt>
        <dd className="min-w-0">
          <Suspense fallback="…">
            <LevelName quality={draft.quality} legislation={draft.legislation} />
          </Suspense>
        </dd>
        <dt className="text-ink-secondary">
          <Trans>Expires on</Trans>
        </dt>
        <dd>{until ? formatDate(until, i18n.locale) : <Trans>90 days from now</Trans>}</dd>
      </dl>
      {draft.quality === 'DEMO' && (
        <Notice kind="warning">
          <Trans>Demo: signatures have no legal effect.</Trans>
        </Notice>
      )}
      <WithoutNumber draft={draft} />
      <div>
        <h3 className="mb-2 font-semibold">
          {count === 1 ? (
            <Trans>Signer</Trans>
          ) : draft.inOrder ? (
            <Trans>Signers are emailed in this order</Trans>
          ) : (
            <Trans>All signers are emailed at the same time</Trans>
          )}
        </h3>
        <Recipients
          draft={draft}
          documentNames={documentNames}
          onPlace={props.onPlace}
          withoutField={withoutField}
          onWithoutField={choose}
        />
      </div>
      <Suspense fallback={<div className="h-11" />}>
        <MailPreview signers={draft.signers} preview={props.preview} />
      </Suspense>
      {isTried && undecided > 0 && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-error">
          <Icon name="warning" size={16} />
          <Trans>Place the missing fields, or choose to sign without them.</Trans>
        </p>
      )}
      <Concerned draft={draft} failure={controls.failure} />
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
          <Trans>Back to the draft</Trans>
        </Button>
        <Button loading={controls.loading} onClick={() => (undecided > 0 ? setTried(true) : controls.act())}>
          <Plural value={count} one="Send to # person" other="Send to # people" />
        </Button>
      </DialogButtons>
    </div>
  )
}

/** Whose signature it is that can't be sent: what is wrong with it is said below the buttons. */
function Concerned({ draft, failure }: { draft: Draft; failure: unknown }) {
  const { i18n } = useLingui()
  const fields = failure instanceof CallError ? failure.fields : []
  const positions = new Set(fields.map(({ field }) => /\bsignatures[./](\d+)/.exec(field)?.[1]))
  const signers = draft.signers.filter((_, index) => positions.has(String(index)))
  if (signers.length === 0) return null
  const names = formatList(
    signers.map(({ name, email }) => name || email),
    i18n.locale,
  )
  return (
    <p role="alert" className="flex items-start gap-1.5 text-sm wrap-anywhere text-error">
      <Icon name="warning" size={16} />
      <Trans>Not possible for {names}</Trans>
    </p>
  )
}

/** Who gets no code, unless they have an account with a number: said while it can still be changed. */
function WithoutNumber({ draft }: { draft: Draft }) {
  const { i18n } = useLingui()
  const missing = draft.signers.filter(({ isMe, group, mobile }) => !isMe && !group && mobile.trim() === '')
  if (!wantsMobile(draft) || missing.length === 0) return null
  const names = formatList(
    missing.map(({ name, email }) => name || email),
    i18n.locale,
  )
  return (
    <Notice kind="warning" title={<Trans>A mobile number is missing</Trans>}>
      <Trans>
        This signature level requires a phone. {names} need an account with a number or identity verification
        to sign. Go back to add a number, or send anyway.
      </Trans>
    </Notice>
  )
}

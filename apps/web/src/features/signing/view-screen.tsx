import type { Event, Signature, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent as ReactKeyboardEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { areShortcutsOn } from '#web/lib/browser/shortcut-switch.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { mainId } from '#web/ui/layout/layout.tsx'
import { RequestStateBadge } from '#web/ui/requests/request-state.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { LazyFieldsBar } from './lazy-fields.tsx'
import { LazyRequestDetails } from './lazy-request-details.tsx'
import { LazySignLabel, LazySigningLevel } from './requirements/lazy-signing-level.tsx'
import { LazySituationNotice } from './lazy-situation-notice.tsx'
import { endOf, needsIdentityCheck, situationOf } from './situation.ts'
import type { Signing } from './signing/use-signing.tsx'

/** A request as an account holder sees it: the document in the middle, who and what happened beside it. */
export function ViewScreen(props: {
  request: SignatureRequest
  events: { data: readonly Event[] | undefined; failure: unknown }
  signing: Signing
  /** How far it is, to its sender. */
  progress?: ReactNode
  /** What one may do with it besides signing. */
  menu: ReactNode
  /** What the owner may do about one signer. */
  actionsFor: (signature: Signature) => ReactNode
  /** What goes with the documents and who looks on. */
  extras: ReactNode
  /** Where a request that has ended leads. */
  wayOut?: ReactNode
  /** The document viewer. */
  children: ReactNode
}) {
  const user = useCurrentUser()
  const { request, signing } = props
  const { t } = useLingui()
  const [details, setDetails] = useState(false)
  const [status, setStatus] = useState(request.status_overall)
  if (status !== request.status_overall) {
    setStatus(request.status_overall)
    // On a phone too one sees how it ended, and where one is taken.
    if (endOf(situationOf(request))) setDetails(true)
  }
  const aside = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  // On a narrow window they cover the document, which is hidden meanwhile: what is focused next has to be drawn first.
  const showDetails = (isShown: boolean) => flushSync(() => setDetails(isShown))
  function onEscape(event: ReactKeyboardEvent) {
    if (event.key !== 'Escape' || !details) return
    showDetails(false)
    toggle.current?.focus()
  }
  const canSign = request.viewer.can.sign
  const act = signing.chosen ? signing.sign : signing.choose
  const signByKey = () => {
    showDetails(false)
    act()
  }
  useSignKey(canSign && !signing.busy ? signByKey : null)
  return (
    <main id={mainId} tabIndex={-1} className="relative flex h-page flex-col overflow-clip">
      <header className="relative flex min-h-16 shrink-0 items-center gap-2 border-b border-line bg-sheet px-2 md:px-4">
        <Button
          type="text"
          color="neutral"
          icon="chevronLeft"
          label={t`Back to the documents`}
          to={paths.dashboard()}
        />
        <h1 dir="auto" className="min-w-0 grow truncate text-base font-semibold md:text-lg">
          {request.title}
        </h1>
        <span className="shrink-0 max-sm:hidden">
          <StateOf request={request} />
        </span>
        <Button
          ref={toggle}
          type="text"
          color="neutral"
          icon="info"
          label={t`Details`}
          className="lg:hidden"
          aria-expanded={details}
          aria-controls="view-details"
          onClick={() => {
            showDetails(!details)
            if (!details) aside.current?.focus()
          }}
        />
        {request.viewer.can.download && <DownloadMenu request={request} />}
        {request.viewer.can.edit && request.status_overall === 'DRAFT' && (
          <Button type="secondary" to={paths.compose(request.id)}>
            <Trans>Edit</Trans>
          </Button>
        )}
        {props.menu}
        {canSign && (
          <div className="max-lg:hidden">
            <SignButton request={request} signing={signing} />
          </div>
        )}
      </header>
      {props.progress}
      <div className="relative flex min-h-0 flex-1">
        <div className={classNames('screen-only contents', details && 'max-lg:invisible')}>
          {props.children}
        </div>
        <aside
          ref={aside}
          id="view-details"
          onKeyDown={onEscape}
          aria-label={t`Details`}
          // It scrolls: the keyboard has to reach it.
          tabIndex={0}
          className={classNames(
            'flex flex-col gap-6 overflow-y-auto border-l border-line bg-sheet p-4 lg:relative lg:w-80 lg:shrink-0',
            details ? 'max-lg:absolute max-lg:inset-0 max-lg:z-10' : 'max-lg:hidden print:flex',
          )}
        >
          <p className="hidden text-sm print:block">
            <Trans>This page doesn’t print the documents. To print them, download them.</Trans>
          </p>
          <div className="sm:hidden">
            <StateOf request={request} />
          </div>
          <LazySituationNotice request={request} />
          {props.wayOut}
          {canSign && signing.chosen && <LazySigningLevel request={request} />}
          {request.message && (
            <section>
              <h2 className="mb-1 text-sm font-semibold">
                <Trans>Message from {request.owner.name}</Trans>
              </h2>
              <p dir="auto" className="text-start text-sm whitespace-pre-line wrap-anywhere">
                {request.message}
              </p>
            </section>
          )}
          <LazyRequestDetails
            request={request}
            events={props.events.data}
            failure={props.events.failure}
            ownName={`${user.firstName} ${user.lastName}`.trim()}
            actionsFor={props.actionsFor}
            extras={props.extras}
          />
        </aside>
      </div>
      {canSign && (
        <footer
          onClickCapture={() => showDetails(false)}
          className="shrink-0 border-t border-line bg-sheet p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
        >
          {signing.chosen && (
            <div className="mb-2">
              <LazySigningLevel request={request} />
            </div>
          )}
          <SignButton request={request} signing={signing} block />
        </footer>
      )}
    </main>
  )
}

function StateOf({ request }: { request: SignatureRequest }) {
  const signers = request.signatures.map((signature) => ({
    name: nameOf(signature),
    email: signature.signer_identity_data.email_address,
    status_code: signature.status_code,
  }))
  return (
    <RequestStateBadge status={request.viewer.status} overall={request.status_overall} signers={signers} />
  )
}

/** First one chooses and sees one's signature in its place, then the same button signs. */
function SignButton(props: { request: SignatureRequest; signing: Signing; block?: boolean }) {
  const { request, signing, block = false } = props
  return (
    <LazyFieldsBar
      {...{ request, visitor: signing.visitor, inline: !block }}
      onDone={() => signing.chosen === null && signing.choose()}
    >
      <Button
        icon="sign"
        size={block ? 'lg' : 'md'}
        block={block}
        loading={signing.busy}
        onClick={signing.chosen ? signing.sign : signing.choose}
      >
        {signing.chosen ? (
          <LazySignLabel request={request}>
            <Trans>Sign now</Trans>
          </LazySignLabel>
        ) : needsIdentityCheck(request) ? (
          <Trans>Verify your identity</Trans>
        ) : (
          <Trans>Review and sign</Trans>
        )}
      </Button>
    </LazyFieldsBar>
  )
}

/** `s` does what the button does, unless one is writing, something is open over the page, or keys are off (WCAG 2.1.4). */
function useSignKey(act: (() => void) | null) {
  useEffect(() => {
    if (!act) return
    const onKey = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select')
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      if (event.key !== 's' || !isPlain || isWriting || document.querySelector('dialog[open]')) return
      if (!areShortcutsOn()) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [act])
}

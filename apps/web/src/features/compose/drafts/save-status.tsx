import { useLingui as useCatalog } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ConflictNotice, TakenNotice } from './conflict-notice.tsx'
import type { Compose } from '../use-compose.ts'
import { nextAnnouncement, type SaveAnnouncement } from './save-announcement.ts'

/** One word on whether the draft is safe. */
export function SaveStatus(props: { compose: Compose; toPeople: (arrive: () => void) => void }) {
  const { compose, toPeople } = props
  const { state } = compose.save
  const { isPartlySaved, unsavedPeople } = compose
  return (
    <>
      <span className="flex items-center gap-1.5 text-right text-sm text-ink-secondary max-sm:max-w-40 max-sm:text-xs max-sm:leading-tight">
        {state === 'saved' &&
          !isPartlySaved &&
          (unsavedPeople.length === 0 ? (
            <>
              <Icon name="check" size={16} />
              <Trans>Saved</Trans>
            </>
          ) : (
            <button
              type="button"
              className="min-h-11 cursor-pointer text-right text-accent underline md:min-h-0"
              onClick={() => toPeople(() => goToEmail(unsavedPeople[0]?.key))}
            >
              <Plural
                value={unsavedPeople.length}
                one="# signer needs a valid email"
                other="# signers need a valid email"
              />
            </button>
          ))}
        {(state === 'waiting' || state === 'saving') && <Trans>Saving …</Trans>}
        {(state === 'failed' || state === 'conflict' || (state === 'saved' && isPartlySaved)) && (
          <span className="flex items-center gap-1.5 text-error">
            <Icon name="warning" size={16} />
            <Trans>Not saved</Trans>
          </span>
        )}
      </span>
      <Announcement save={{ state, isPartlySaved }} />
    </>
  )
}

function Announcement({ save }: { save: Parameters<typeof nextAnnouncement>[1] }) {
  const [before, setBefore] = useState<SaveAnnouncement>('none')
  const now = nextAnnouncement(before, save)
  if (now !== before) setBefore(now)
  return (
    <span role="status" className="sr-only">
      {now === 'part' && <Trans>Not everything is saved. Please correct the marked fields.</Trans>}
      {now === 'again' && <Trans>The draft is saved again.</Trans>}
    </span>
  )
}

/** Incomplete signers are open forms, so the field is there. */
const goToEmail = (signerKey = '') =>
  document.querySelector<HTMLElement>(`[data-signer="${CSS.escape(signerKey)}"] input[type=email]`)?.focus()

/** What to do when a save failed, and what was changed in another place. */
export function SaveProblem({ compose }: { compose: Compose }) {
  const { i18n } = useCatalog()
  const { state, failure } = compose.save
  if (state === 'failed') {
    return (
      <Notice
        kind="error"
        title={<Trans>We couldn’t save the draft</Trans>}
        action={
          <Button type="secondary" size="sm" onClick={() => void compose.flush()}>
            <Trans>Save again</Trans>
          </Button>
        }
      >
        {describeFailure(failure, i18n)}
      </Notice>
    )
  }
  if (compose.conflict) return <ConflictNotice compose={compose} conflict={compose.conflict} />
  if (compose.taken.length > 0) return <TakenNotice compose={compose} />
  return null
}

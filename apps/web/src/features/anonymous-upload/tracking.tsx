import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { isolate } from '#web/lib/language/isolate.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { SignerStateBadge } from '#web/ui/requests/request-state.tsx'
import { courseQuery, download, withdraw, type Course, type Key } from './anonymous-upload-calls.ts'

/** How far a submitted document has come. */
export function Tracking({ followed, end }: { followed: Key; end: ReactNode }) {
  const query = useQuery(courseQuery(followed))
  const actions = useCourseActions(followed)
  const course = query.data
  const isGone = course && ['EXPIRED', 'WITHDRAWN'].includes(course.status)
  return (
    <section aria-labelledby="course" className="mt-6 border-t border-line pt-5">
      <h2 id="course" className="mb-2 text-base font-semibold">
        <Trans>Status</Trans>
      </h2>
      {query.error !== null && <RefusalNotice failure={query.error} />}
      <div aria-live="polite">
        {course ? <CourseWords course={course} /> : query.isPending && <Skeleton className="h-6 w-48" />}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        {course && !isGone && (
          <Button
            type="secondary"
            icon="download"
            loading={actions.busy}
            onClick={() => void actions.fetch()}
          >
            {course.status === 'SIGNED' ? (
              <Trans>Download the signed document</Trans>
            ) : (
              <Trans>Download the document</Trans>
            )}
          </Button>
        )}
        {course?.status === 'UNCLAIMED' && (
          <Button type="secondary" color="error" onClick={() => actions.ask(course.title)}>
            <Trans>Withdraw document</Trans>
          </Button>
        )}
        {end}
      </div>
    </section>
  )
}

function useCourseActions(followed: Key) {
  const { i18n } = useCatalog()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const tell = (failure: unknown) =>
    showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 10_000 })

  async function fetch() {
    setBusy(true)
    await download(followed).then(saveFile, tell)
    setBusy(false)
  }
  async function end() {
    await withdraw(followed).catch(tell)
    await queries.invalidateQueries({ queryKey: ['anonymous-upload-course'] })
  }
  const ask = (title: string) =>
    openDialog({
      namespace: 'general',
      name: 'withdraw-anonymous-upload',
      title: <Trans>Withdraw “{title}”?</Trans>,
      content: (controls) => (
        <>
          <p>
            <Trans>The link and code will stop working and the document will be deleted.</Trans>
          </p>
          <DialogButtons>
            <Button type="secondary" onClick={controls.close}>
              <Trans>Keep document</Trans>
            </Button>
            <Button color="error" onClick={() => controls.act()}>
              <Trans>Withdraw document</Trans>
            </Button>
          </DialogButtons>
        </>
      ),
      onAction: () => void end(),
    })
  return { busy, fetch, ask }
}

function CourseWords({ course }: { course: Course }) {
  const { t, i18n } = useLingui()
  const who = isolate(course.creator?.name ?? '')
  const until = formatDateTime(course.expires_at, i18n.locale)
  const words: Record<Course['status'], string> = {
    UNCLAIMED: t`Nobody has claimed it yet. It can be claimed until ${until}.`,
    EXPIRED: t`Nobody claimed it in time, so it was deleted. You can submit it again.`,
    CLAIMED: t`${who} has claimed it and is preparing it.`,
    SIGNING: t`${who} has sent it for signature.`,
    SIGNED: t`Everyone has signed.`,
    WITHDRAWN: t`It was withdrawn and won’t be signed.`,
    DECLINED: t`A signer declined to sign it.`,
  }
  return (
    <>
      <p>{words[course.status]}</p>
      {course.signers.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2">
          {course.signers.map(({ name, status_code }, index) => (
            // In their order, which is all there is to tell two of them apart.
            // oxlint-disable-next-line react/no-array-index-key
            <li
              key={index}
              className="flex items-center justify-between gap-3 rounded border border-line p-2 px-3"
            >
              <bdi className="min-w-0 wrap-anywhere">{name ?? t`Signer ${index + 1}`}</bdi>
              <SignerStateBadge status={status_code} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

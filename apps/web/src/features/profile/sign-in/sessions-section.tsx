import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type OpenSession,
} from '@countersign/contract/sessions.ts'
import { call } from '#web/lib/calls/api.ts'
import { ignoreGone } from '#web/lib/calls/ignore-gone.ts'
import { Button } from '#web/ui/button.tsx'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { SessionRow } from './session-row.tsx'
import { showDone } from '#web/ui/dialogs/show-done.ts'

const sessionsQuery = { queryKey: ['sessions'], queryFn: () => call(listSessions, {}, { background: true }) }

/** As many as fit a screen; the others on demand. */
const few = 5

/** Where the account is signed in, and the way to end what one does not know. */
export function SessionsSection() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(sessionsQuery)
  return (
    <Section
      id="sessions"
      title={t`Where you are signed in`}
      intro={t`Don’t recognise a device? Sign it out and change your password.`}
    >
      {error ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Sessions sessions={data.sessions} onChanged={refetch} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Section>
  )
}

function Sessions({
  sessions,
  onChanged,
}: {
  sessions: readonly OpenSession[]
  onChanged: () => Promise<unknown>
}) {
  const { t } = useLingui()
  const ordered = [...sessions].sort((a, b) => Number(b.current) - Number(a.current))
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useFocusOnPart(all, list)
  const shown = all ? ordered : ordered.slice(0, few)
  const others = sessions.filter(({ current }) => !current).length

  function endOne(session: OpenSession, name: string) {
    openConfirmation({
      namespace: 'profile',
      name: 'end session',
      color: 'accent',
      stay: t`Cancel`,
      title: t`Sign out there?`,
      text: t`${name} will be signed out immediately. Saved work is kept.`,
      button: t`Sign out there`,
      async run() {
        await call(revokeSession, { params: { id: session.id } }).catch(ignoreGone)
        showDone(t`Signed out there`)
        await onChanged()
      },
    })
  }

  function endOthers() {
    openConfirmation({
      namespace: 'profile',
      name: 'end other sessions',
      color: 'accent',
      stay: t`Cancel`,
      title: t`Sign out everywhere else?`,
      text: t`You stay signed in here and are signed out everywhere else. Saved work is kept.`,
      button: t`Sign out everywhere else`,
      async run() {
        await call(revokeOtherSessions, {})
        showDone(t`You’re only signed in here`)
        await onChanged()
      },
    })
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} className="divide-y divide-line focus:outline-none">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={(name) => endOne(session, name)} />
        ))}
      </ul>
      {shown.length < ordered.length && (
        <Button type="text" onClick={() => setAll(true)}>
          <Plural value={ordered.length} one="Show # device" other="Show all # devices" />
        </Button>
      )}
      {others > 0 ? (
        <div className="mt-4">
          <Button type="secondary" onClick={endOthers}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        </div>
      ) : (
        <p className="mt-3 text-ink-secondary">
          <Trans>You’re not signed in anywhere else.</Trans>
        </p>
      )}
    </>
  )
}

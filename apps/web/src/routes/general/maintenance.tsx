import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState } from 'react'
import { getDatetime } from '@countersign/contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Statement } from '#web/ui/statement.tsx'

const checkEvery = 60_000

/** Says what is so: it asks the service whether it answers, now and once a minute. */
export function MaintenancePage() {
  const { t } = useLingui()
  usePageTitle(t`Maintenance`)
  const state = useServiceState()
  return (
    <SimpleLayout>
      <div aria-live="polite">
        {state.answers === null && <Statement title={t`Asking the service …`} />}
        {state.answers === true && (
          <Statement
            title={t`The service is running`}
            action={
              <Button to={paths.home()}>
                <Trans>Go to the start</Trans>
              </Button>
            }
          >
            <Trans>There is no maintenance at the moment.</Trans>
          </Statement>
        )}
        {state.answers === false && (
          <Statement
            title={t`The service is away for a moment`}
            action={<Button onClick={state.check}>{t`Check again`}</Button>}
          >
            <Trans>What was saved is still there. This page looks again every minute.</Trans>
          </Statement>
        )}
      </div>
    </SimpleLayout>
  )
}

function useServiceState(): { answers: boolean | null; check: () => void } {
  const [answers, setAnswers] = useState<boolean | null>(null)
  const check = useCallback(() => {
    call(getDatetime, {}, { background: true }).then(
      () => setAnswers(true),
      () => setAnswers(false),
    )
  }, [])
  useEffect(() => {
    check()
    const timer = window.setInterval(check, checkEvery)
    return () => window.clearInterval(timer)
  }, [check])
  return { answers, check }
}

import type { Template } from '@countersign/contract/templates.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLingui as useCatalog } from '@lingui/react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useLeaveGuard } from '#web/lib/forms/use-leave-guard.ts'
import { Button } from '#web/ui/button.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { unsentTable } from './leave-questions.tsx'
import { sendSteps, type SendStep } from './send-state.ts'
import { TableStep } from './table-step.tsx'
import { useTableProblem } from './use-problem-words.ts'
import { useBulkSend } from './use-bulk-send.ts'

/** From a template and a table to a signature request for each row, in three steps. */
export function SendTable({ template }: { template: Template }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const flow = useBulkSend(template)
  const tableProblem = useTableProblem()
  const heading = useStepFocus(flow.step)
  const page = useProblemFocus(flow)
  useLeaveGuard(flow.wouldLose, unsentTable)
  const titles: Record<SendStep, string> = {
    table: t`Table`,
    columns: t`Columns`,
    check: t`Review`,
  }
  const number = sendSteps.indexOf(flow.step) + 1
  const ofTable = tableProblem(flow.failure)
  const { checked, choice } = flow
  return (
    <div ref={page} className="mx-auto max-w-2xl">
      <p className="text-sm text-ink-secondary">{t`Step ${number} of 3`}</p>
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg font-semibold outline-none">
        {titles[flow.step]}
      </h2>
      {flow.step === 'table' && (
        <TableStep
          template={template}
          given={flow.given}
          onGiven={flow.give}
          error={ofTable ?? (flow.tried && !flow.given.source ? t`Choose a file or paste a table.` : null)}
        />
      )}
      {flow.step === 'columns' && checked && choice && (
        <ColumnsStep
          template={template}
          checked={checked}
          choice={choice}
          onChoice={flow.choose}
          tried={flow.tried}
          unknown={flow.tried ? checked.unknown_columns : []}
        />
      )}
      {flow.step === 'check' && checked && <CheckStep checked={checked} />}
      {flow.failure !== null && !(flow.step === 'table' && ofTable) && (
        <div className="mt-4">
          <Notice kind="error">{ofTable ?? describeFailure(flow.failure, i18n)}</Notice>
        </div>
      )}
      <Buttons flow={flow} />
    </div>
  )
}

function Buttons({ flow }: { flow: ReturnType<typeof useBulkSend> }) {
  const router = useRouter()
  const { step, checked } = flow
  const before = sendSteps[sendSteps.indexOf(step) - 1]
  const count = checked?.good_count ?? 0
  function confirm() {
    openDialog({
      namespace: 'document',
      name: 'send-table',
      title: <Plural value={count} one="Send # signature request?" other="Send # signature requests?" />,
      content: (controls) => (
        <ActionForm
          controls={controls}
          onSubmit={() => controls.act()}
          button={<Plural value={count} one="Send # request" other="Send # requests" />}
        >
          <p>
            <Trans>
              Signers whose turn it is will be emailed. You can stop while sending; requests already sent stay
              sent.
            </Trans>
          </p>
        </ActionForm>
      ),
      onAction: async () => {
        const id = await flow.send()
        router.history.push(paths.bulkSendReport(id))
      },
    })
  }
  return (
    <div className="sticky bottom-0 z-10 -mx-3 mt-6 flex flex-wrap justify-between gap-3 border-t border-line bg-paper px-3 py-3">
      {before ? (
        <Button type="secondary" color="neutral" icon="chevronLeft" onClick={() => flow.go(before)}>
          <Trans>Back</Trans>
        </Button>
      ) : (
        <span />
      )}
      {step === 'check' ? (
        <Button icon="mail" disabled={count === 0} onClick={confirm}>
          <Plural value={count} _0="Send nothing" one="Send # request" other="Send # requests" />
        </Button>
      ) : (
        <Button loading={flow.loading} onClick={() => void (step === 'table' ? flow.read() : flow.look())}>
          <Trans>Next</Trans>
        </Button>
      )}
    </div>
  )
}

/** A new step is where reading continues. */
function useStepFocus(step: SendStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [step])
  return heading
}

/** What keeps one from going on may be far from the button. */
function useProblemFocus({ tried, loading, failure }: ReturnType<typeof useBulkSend>) {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (loading || !(tried || failure !== null)) return
    const wrong = page.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    wrong?.focus({ preventScroll: true })
    wrong?.scrollIntoView({ block: 'center' })
  }, [tried, loading, failure])
  return page
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { DragEvent, ReactNode } from 'react'
import { useMemo, useState } from 'react'
import type { ComposeStep } from '#web/lib/paths.ts'
import type { GoToStep } from './use-step.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { mainId } from '#web/ui/layout/layout.tsx'
import type { Problem } from './drafts/check-draft.ts'
import { doneSteps } from './done-steps.ts'
import { DocumentsStep } from './documents/documents-step.tsx'
import { PeopleStep } from './people/people-step.tsx'
import { SaveProblem, SaveStatus } from './drafts/save-status.tsx'
import { SendStep } from './sending/send-step.tsx'
import { DoneMark, StepList, steps, StepWord } from './step-list.tsx'
import type { Compose } from './use-compose.ts'
import type { PlacementMode } from './placements/use-placing.ts'

interface ComposeScreenProps {
  compose: Compose
  step: ComposeStep
  go: GoToStep
  /** What the service refuses is there at once, the rest once one wanted to send; each is gone as it is put right. */
  problems: readonly Problem[]
  placing: PlacementMode
  fieldsPanel: ReactNode
  quality: ReactNode
  extras: ReactNode
  /** What one does with the draft besides sending it. */
  menu: ReactNode
  /** The document viewer, or what is there without documents. */
  viewer: ReactNode
  onSend: () => void
}

/** Four steps beside each other on a wide screen; on a phone one of them at a time. */
export function ComposeScreen(props: ComposeScreenProps) {
  const { compose, step, problems } = props
  const { t } = useLingui()
  const drop = useFileDrop(compose.uploads.add)
  const wrong = new Set(problems.map((problem) => problem.step))
  const only = (...own: ComposeStep[]) => (own.includes(step) ? '' : 'max-lg:hidden')
  const { draft, uploads } = compose
  const done = useMemo(() => doneSteps(draft, new Date(), uploads.isUploading), [draft, uploads.isUploading])
  const next = steps[steps.indexOf(step) + 1]
  return (
    <main
      id={mainId}
      tabIndex={-1}
      className="relative flex h-page flex-col overflow-clip"
      {...drop.handlers}
    >
      <header className="flex min-h-16 shrink-0 items-center gap-2 border-b border-line bg-sheet px-2 md:px-4">
        <Button
          type="text"
          color="neutral"
          icon="chevronLeft"
          label={t`Back to the documents`}
          to={paths.dashboard()}
        />
        <h1 dir="auto" className="min-w-0 grow truncate text-base font-semibold md:text-lg">
          {compose.draft.title.trim() || <Trans>New signature request</Trans>}
        </h1>
        <SaveStatus compose={compose} toPeople={(arrive) => props.go('people', arrive)} />
        {props.menu}
        <div className="ml-2 max-lg:hidden">
          <Button icon="mail" onClick={props.onSend}>
            <Trans>Review and send</Trans>
          </Button>
        </div>
      </header>
      <StepList current={step} wrong={wrong} done={done} go={props.go} />
      <SaveProblem compose={compose} />
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <Column className={classNames('lg:w-68 lg:border-r', only('documents'))}>
          <Step step="documents" isDone={done.has('documents')}>
            <DocumentsStep
              compose={compose}
              error={
                problems.some(({ code }) => code === 'no_documents')
                  ? t`Add at least one document.`
                  : undefined
              }
            />
          </Step>
        </Column>
        <div
          className={classNames(
            'flex min-h-0 min-w-0 flex-1 flex-col lg:order-none',
            only('fields'),
            'max-lg:order-last',
          )}
        >
          {props.viewer}
        </div>
        <Column
          className={classNames(
            // What is focused is not hidden by the palette, which stays in view (WCAG 2.4.11).
            'scroll-py-28 lg:w-80 lg:scroll-py-56 lg:border-l min-[90rem]:w-88',
            only('people', 'fields', 'send'),
            step === 'fields' && 'max-lg:max-h-[45dvh] max-lg:flex-none',
          )}
        >
          <Step step="people" isDone={done.has('people')} className={only('people')}>
            <PeopleStep compose={compose} placing={props.placing} problems={problems} />
          </Step>
          <Step step="fields" isDone={done.has('fields')} className={only('fields')} isOpen>
            {props.fieldsPanel}
          </Step>
          <Step step="send" isDone={done.has('send')} className={only('send')}>
            <SendStep compose={compose} problems={problems} quality={props.quality} extras={props.extras} />
          </Step>
        </Column>
      </div>
      <footer className="shrink-0 border-t border-line bg-sheet p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden">
        {next ? (
          <Button size="lg" block onClick={() => props.go(next)}>
            <Trans>
              Next: <StepWord step={next} />
            </Trans>
          </Button>
        ) : (
          <Button size="lg" block icon="mail" onClick={props.onSend}>
            <Trans>Review and send</Trans>
          </Button>
        )}
      </footer>
      {drop.over && <DropHere />}
    </main>
  )
}

function Column({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={classNames('relative overflow-y-auto border-line max-lg:flex-1 lg:shrink-0', className)}>
      {children}
    </div>
  )
}

function Step(props: {
  step: ComposeStep
  isDone: boolean
  className?: string
  /** What is in it lies in the column itself: parts of it can stay in view there. */
  isOpen?: boolean
  children: ReactNode
}) {
  const number = steps.indexOf(props.step) + 1
  return (
    <section
      id={`step-${props.step}`}
      aria-labelledby={`step-${props.step}-name`}
      className={classNames(
        props.isOpen ? 'contents' : 'border-line p-4 not-first:border-t',
        props.className,
      )}
    >
      <h2
        id={`step-${props.step}-title`}
        tabIndex={-1}
        className={classNames(
          'flex items-center gap-2 text-sm font-semibold max-lg:sr-only',
          props.isOpen ? 'border-t border-line p-4 pb-3' : 'mb-3',
        )}
      >
        <span id={`step-${props.step}-name`} className="truncate">
          {number}. <StepWord step={props.step} />
        </span>
        {props.isDone && <DoneMark />}
      </h2>
      {props.children}
    </section>
  )
}

function DropHere() {
  return (
    <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-sheet border-2 border-dashed border-accent bg-selected/90 text-lg font-semibold text-accent">
      <Trans>Drop files to add them</Trans>
    </div>
  )
}

/** Files dropped anywhere on the page. What is dragged inside the page is none. */
function useFileDrop(add: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (event.relatedTarget === null) setOver(false)
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      },
    },
  }
}

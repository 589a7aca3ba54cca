import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { mainId } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/mark.tsx'
import { LanguageChoice } from './language-choice.tsx'

/** The frame of a visitor's page: mark and language, the document, and the one action at the thumb. */
export function DirectSignScreen({ children, bar }: { children: ReactNode; bar?: ReactNode }) {
  return (
    <div className="reading relative flex h-page flex-col overflow-clip [container-type:size]">
      <header className="flex min-h-14 shrink-0 flex-wrap items-center justify-between gap-x-4 border-b border-line bg-sheet px-4 py-1">
        <Wordmark />
        <LanguageChoice />
      </header>
      <main id={mainId} tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        {children}
      </main>
      {bar && (
        <footer className="shrink-0 border-t border-line bg-sheet p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <div className="mx-auto flex max-w-md flex-col gap-2">{bar}</div>
        </footer>
      )}
    </div>
  )
}

/** The same button twice: first to choose the signature, then, with it in sight in its place, to sign. */
export function SignBar(props: {
  chosen: boolean
  busy: boolean
  /** One sentence on what the signature is worth. */
  weight: ReactNode
  /** What signing takes, in place of the usual word. */
  label: (usual: ReactNode) => ReactNode
  onChoose: () => void
  onSign: () => void
}) {
  if (!props.chosen) {
    return (
      <Button size="xl" icon="sign" block loading={props.busy} onClick={props.onChoose}>
        <Trans>Review and sign</Trans>
      </Button>
    )
  }
  return (
    <>
      {/* The dialog has said it already: where letters are large it leaves the room to the document. */}
      <div className="hidden [@container(min-height:32rem)]:block">{props.weight}</div>
      <div className="flex flex-wrap gap-2">
        <Button size="xl" type="secondary" color="neutral" disabled={props.busy} onClick={props.onChoose}>
          <Trans>Change</Trans>
        </Button>
        <div className="min-w-36 grow basis-0">
          <Button size="xl" icon="sign" block loading={props.busy} onClick={props.onSign}>
            {props.label(<Trans>Sign</Trans>)}
          </Button>
        </div>
      </div>
    </>
  )
}

import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { ContentFields } from './content-fields.tsx'
import { isChanged, pictureSource, type Draft } from './draft.ts'
import { LivePreview } from './live-preview.tsx'
import { PictureKind } from './pictures/picture-kind.tsx'
import { problemsOf, type Problems } from './problems.ts'
import { usePreview } from './use-preview.ts'

/** What the page and the overlay know of each other: what is written, and whether it would be lost. */
export interface EditorProps {
  draft: Draft
  isUnsaved: boolean
}

/** What one's signature is made of, and beside it what becomes of it on the page. */
export function SignatureEditor(props: {
  existing: VisualSignature | null
  draft: Draft
  permissions: VisualSignaturePermissions
  editing: EditorProps
  controls: DialogControls<'complete'>
  onCancel: () => void
}) {
  const { existing, editing, controls } = props
  const [draft, setDraft] = useState(props.draft)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const preview = usePreview(draft, existing)
  const problems: Problems = {
    ...problemsOf(preview.failure),
    ...problemsOf(controls.failure),
    ...(checked && missingParts(draft, existing)),
  }
  useFocusOnProblem(form, controls.failure)
  // The way back leads out of here first, as out of every overlay. Where the session ended, nothing holds one up.
  useBlocker({ enableBeforeUnload: () => editing.isUnsaved, shouldBlockFn: () => false })

  /** Of what is there now: an image may have been read for a while. */
  function change(part: Partial<Draft>) {
    const next = { ...editing.draft, ...part }
    editing.draft = next
    editing.isUnsaved = isChanged(next, props.draft)
    setDraft(next)
  }

  function save(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(missingParts(draft, existing)).length > 0) focusOnProblem(form.current)
    else controls.act('complete')
  }

  return (
    <form ref={form} onSubmit={save} noValidate className="flex grow flex-col">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_320px] md:gap-10">
        <div className="sticky top-0 z-10 -mx-5 -mt-3 border-b border-line bg-sheet px-5 py-3 md:mt-0 md:order-last md:mx-0 md:self-start md:border-0 md:px-0 md:pt-1">
          <LivePreview preview={preview} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PictureKind draft={draft} existing={existing} problems={problems} onChange={change} />
          <ContentFields
            draft={draft}
            permissions={props.permissions}
            problems={problems}
            onChange={change}
          />
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-5 mt-6 -mb-5 flex gap-2 border-t border-line bg-sheet p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:justify-end md:mx-0 md:px-0">
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={props.onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit loading={controls.loading} className="grow sm:grow-0">
          <Trans>Save signature</Trans>
        </Button>
      </div>
    </form>
  )
}

function missingParts(draft: Draft, existing: VisualSignature | null): Problems {
  const source = pictureSource(draft, existing)
  return {
    ...(draft.name.trim() === '' && { name: 'required' as const }),
    ...(draft.alias.trim() === '' && { alias: 'required' as const }),
    ...(source.startsWith('missing') && { picture: 'missing' as const }),
  }
}

/** After the page has drawn what is wrong. */
function focusOnProblem(form: HTMLFormElement | null) {
  window.setTimeout(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-problem]')
    wrong?.focus({ preventScroll: true })
    // What concerns no field is under the form.
    const told = wrong ?? form?.parentElement?.querySelector(':scope > form ~ * [role=alert]')
    told?.scrollIntoView({ block: 'center' })
  })
}

function useFocusOnProblem(form: { readonly current: HTMLFormElement | null }, failure: unknown) {
  useEffect(() => {
    if (failure !== null) focusOnProblem(form.current)
  }, [form, failure])
}

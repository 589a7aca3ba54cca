import type { DragEvent } from 'react'
import { memo } from 'react'
import { useLingui } from '@lingui/react/macro'
import { classNames } from '#web/ui/class-names.ts'
import { showDone } from '#web/ui/dialogs/show-done.ts'
import {
  withChangedSigner,
  withDocuments,
  withoutSigner,
  withSigner,
  withSignerOf,
} from '../drafts/change-draft.ts'
import type { Problem } from '../drafts/check-draft.ts'
import type { Draft, DraftSigner } from '../drafts/draft.ts'
import type { DraftDocument } from '../documents/signed-documents.tsx'
import { colorOfIndex } from './signer-color.ts'
import { SignerForm } from './signer-form.tsx'
import { SignerLine } from './signer-line.tsx'
import { useSignerLabel } from './signer-props.ts'
import { focusStep } from '../focus-step.ts'
import type { Compose } from '../use-compose.ts'
import type { useOpenedForms } from './use-opened-forms.ts'
import type { PlacementMode } from '../placements/use-placing.ts'
import type { useRowDrag } from './use-row-drag.ts'
import type { useRowKeys } from './use-row-keys.ts'

export interface PersonDesk {
  readonly compose: Compose
  readonly placing: PlacementMode
  readonly drag: ReturnType<typeof useRowDrag>
  readonly keys: ReturnType<typeof useRowKeys>
  readonly forms: ReturnType<typeof useOpenedForms>
}

interface PersonProps {
  readonly signer: DraftSigner
  readonly index: number
  readonly count: number
  readonly inOrder: boolean
  readonly turn: number
  readonly isArmed: boolean
  readonly mayPlace: boolean
  readonly placed: number
  readonly nameProblem: Problem['code'] | undefined
  readonly emailProblem: Problem['code'] | undefined
  readonly documentsProblem: Problem['code'] | undefined
  readonly documents: readonly DraftDocument[]
  readonly wantsMobile: boolean
  readonly isBlank: boolean
  readonly isOpen: boolean
  readonly isOver: boolean
  /** What one does with it: never another one, so that a word typed for one person draws no other again. */
  readonly desk: { readonly current: PersonDesk }
}

/** A line, or a line with its form under it. */
export const Person = memo(function Person({ isOver, desk, ...props }: PersonProps) {
  const { index, signer, isOpen, isBlank } = props
  const { t } = useLingui()
  const label = useSignerLabel(signer, index)
  const rows = () => desk.current.drag.rowProps(index)
  const handles = () => desk.current.drag.handleProps(index)
  const { key } = signer
  function changed(draft: Draft, part: Partial<DraftSigner>) {
    const isNew = isBlank && draft.signers.every((one) => one.key !== key)
    return withChangedSigner(isNew ? withSigner(draft, signer) : draft, key, part)
  }
  function remove() {
    const { draft: before, act } = desk.current.compose
    act((current) => withoutSigner(current, key))
    focusStep('people')
    if (isBlank) return
    const restore = () => {
      desk.current.compose.act((current) => withSignerOf(before, key, current))
      focusStep('people')
    }
    const name = label
    showDone(t`“${name}” was removed.`, { text: t`Undo`, handler: restore })
  }
  const shared = {
    ...props,
    color: colorOfIndex(index),
    placing: () => desk.current.placing,
    move: (from: number, to: number) => desk.current.keys.move(from, to),
    remove,
    toggle: () => (isOpen ? desk.current.forms.close(key) : desk.current.forms.only(key)),
    handle: {
      draggable: true,
      onDragStart: (event: DragEvent) => handles().onDragStart(event),
      onDragEnd: () => handles().onDragEnd(),
    },
  }
  return (
    <li
      data-row={key}
      onDragOver={(event) => rows().onDragOver(event)}
      onDrop={(event) => rows().onDrop(event)}
      onKeyDown={(event) => desk.current.keys.onKeyDown(event, index)}
      className={classNames('rounded border border-line bg-sheet', isOver && 'outline-2 outline-accent')}
    >
      {isOpen ? (
        <SignerForm
          {...shared}
          label={label}
          change={(part) => {
            const { act, change } = desk.current.compose
            // That there is one more can be undone; what is typed goes with it.
            if (isBlank) act((now) => changed(now, part))
            else change((now) => changed(now, part))
          }}
          choose={(signs) => desk.current.compose.act((now) => withDocuments(now, key, signs))}
          keepOpen={() => desk.current.forms.keep(key)}
        />
      ) : (
        <div role="group" aria-label={label}>
          <SignerLine {...shared} />
        </div>
      )}
    </li>
  )
})

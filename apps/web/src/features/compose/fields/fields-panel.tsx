import type { Document } from '@countersign/contract/documents.ts'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { placesOf } from '../drafts/draft-index.ts'
import { fieldHelpId, nameOfSigner } from './field-words.ts'
import type { FieldTrouble } from '../placements/field-troubles.ts'
import { FieldTroubles } from '../placements/field-troubles-notice.tsx'
import { CertifiedDocuments } from './certified-documents.tsx'
import { LazyFieldPalette } from './lazy-field-palette.tsx'
import { SignerChip } from '../placements/signer-chip.tsx'
import { signerColor } from '../people/signer-color.ts'
import type { Compose } from '../use-compose.ts'
import type { PlacementMode } from '../placements/use-placing.ts'

interface FieldsPanelProps {
  compose: Compose
  placing: PlacementMode
  documents: readonly Document[]
  troubles: readonly FieldTrouble[]
  /** Shown above all, such as places that were found in the documents. */
  lead?: ReactNode
}

/** The signers to place, how it is done, and the numbers of the chosen field. */
export function FieldsPanel({ compose, placing, documents, troubles, lead }: FieldsPanelProps) {
  const { draft } = compose
  const { armed, arm } = placing
  useEffect(() => {
    if (!armed) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && arm(null)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [armed, arm])

  const { mayPlace } = placing
  if (draft.signers.length === 0) {
    return (
      <div className={`${padded} pb-4`}>
        {lead}
        <p className="text-sm text-ink-secondary">
          <Trans>Add signers first, then place signature fields.</Trans>
        </p>
        <UndoButtons compose={compose} />
      </div>
    )
  }
  const chips = (
    <>
      <div className="sideways gap-2 p-0.5 lg:hidden">
        {draft.signers.map((signer) => (
          <SignerChip
            key={signer.key}
            signerKey={signer.key}
            name={nameOfSigner(compose, signer.key)}
            color={signerColor(draft, signer.key)}
            placed={placesOf(draft.fields, signer.key)}
            placing={placing}
          />
        ))}
      </div>
      <p role="status" className="text-sm font-medium text-accent empty:hidden">
        {armed && <Trans>Click the page to place the field.</Trans>}
        {placing.refusal === 'full' && (
          <Trans>No more fields: a request can have up to 500 fields, a signature up to 50.</Trans>
        )}
        {placing.refusal === 'form' && (
          <Trans>The form of this document accepts no new fields, only one signature per signer.</Trans>
        )}
        {placing.refusal === 'certified' && (
          <Trans>This document is certified: it can only be signed in its own signature fields.</Trans>
        )}
      </p>
    </>
  )
  return (
    <>
      <div className={`${padded} pb-3`}>
        <CertifiedDocuments compose={compose} placing={placing} documents={documents} />
        {lead}
        {mayPlace && (
          <p className="text-sm text-ink-secondary max-lg:hidden">
            <Trans>
              Drag the field beside a signer onto the page, or click it and then click the page. Without a
              field, the signature is valid but not visible.
            </Trans>
          </p>
        )}
        <p className="text-sm text-ink-secondary">
          <Trans>Name and date are printed with the signature.</Trans>
        </p>
      </div>
      <LazyFieldPalette compose={compose} placing={placing} documents={documents} lead={mayPlace && chips} />
      <div className={`${padded} py-3`}>
        <UndoButtons compose={compose} />
        <FieldTroubles compose={compose} placing={placing} troubles={troubles} />
        <details className="text-sm text-ink-secondary max-lg:hidden">
          <summary className="min-h-6 cursor-pointer">
            <Trans>Keyboard shortcuts</Trans>
          </summary>
          <p id={fieldHelpId} className="pt-1 text-xs">
            <Trans>
              Keyboard: Enter on a signer places a field in the middle of the page. Arrow keys move it by one
              point, with Shift by ten, with Control to the next guide; with Alt they resize it. Delete
              removes it, Control+Z undoes. Hold Alt while dragging to place it freely. Control+A selects all
              fields of the page. Space, or Shift with a click, adds a field to the selection or removes it.
            </Trans>
          </p>
        </details>
      </div>
    </>
  )
}

const padded = 'flex flex-col gap-3 px-4'

function UndoButtons({ compose }: { compose: Compose }) {
  const done = useUndoKeys(compose)
  return (
    <div className="flex items-center gap-2">
      <Button type="secondary" size="sm" disabled={!compose.canUndo} onClick={() => compose.undo()}>
        <Trans>Undo</Trans>
      </Button>
      <Button type="secondary" size="sm" disabled={!compose.canRedo} onClick={() => compose.redo()}>
        <Trans>Redo</Trans>
      </Button>
      <span role="status" className="sr-only">
        {done === 'undone' && <Trans>Change undone.</Trans>}
        {done === 'redone' && <Trans>Change redone.</Trans>}
      </span>
    </div>
  )
}

/** Control with Z takes the last change back, with Shift or Y makes it again; words in a text field are its own. */
function useUndoKeys(compose: Pick<Compose, 'undo' | 'redo'>): 'undone' | 'redone' | null {
  const [done, setDone] = useState<'undone' | 'redone' | null>(null)
  const latest = useRef(compose)
  latest.current = compose
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!isRedo && key !== 'z') return
      event.preventDefault()
      const { undo, redo } = latest.current
      if (isRedo ? redo() : undo()) setDone(isRedo ? 'redone' : 'undone')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return done
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const field =
    'textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable], dialog[open] *'
  return target.matches(field)
}

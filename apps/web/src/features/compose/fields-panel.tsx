import type { Document } from '@countersign/contract/documents.ts'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { placesOf } from './draft-index.ts'
import { FieldNumbers } from './field-numbers.tsx'
import { fieldHelpId, nameOfSigner } from './field-words.ts'
import type { FieldTrouble } from './field-troubles.ts'
import { FieldTroubles } from './field-troubles-notice.tsx'
import { SignerChip } from './signer-chip.tsx'
import { signerColor } from './signer-color.ts'
import type { Compose } from './use-compose.ts'
import type { Placing } from './use-placing.ts'
import { useUndoKeys } from './use-undo-keys.ts'

interface FieldsPanelProps {
  compose: Compose
  placing: Placing
  documents: readonly Document[]
  troubles: readonly FieldTrouble[]
  /** Stands above all, such as places that were found in the documents. */
  lead?: ReactNode
}

/** The signers to place, how it is done, and the numbers of the chosen field. */
export function FieldsPanel({ compose, placing, documents, troubles, lead }: FieldsPanelProps) {
  const { draft } = compose
  const { armed, arm, chosen } = placing
  useEffect(() => {
    if (!armed) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && arm(null)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [armed, arm])

  if (draft.signers.length === 0) {
    return (
      <div className="flex flex-col gap-3">
        {lead}
        <p className="text-sm text-ink-secondary">
          <Trans>Add people first, then place their signatures on the pages.</Trans>
        </p>
        <UndoButtons compose={compose} />
      </div>
    )
  }
  const chosenDocument = chosen && documents.find(({ id }) => id === chosen.documentId)
  return (
    <div className="flex flex-col gap-3">
      {lead}
      <p className="text-sm text-ink-secondary max-lg:hidden">
        <Trans>
          Drag a person onto a page, or click the person and then the page. A signature without a place is
          valid too: it is just not seen on the page.
        </Trans>
      </p>
      <div className="flex max-h-80 flex-wrap gap-2 overflow-y-auto p-0.5 max-lg:max-h-28">
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
        {armed && <Trans>Now click the place on the page.</Trans>}
      </p>
      <UndoButtons compose={compose} />
      <FieldTroubles compose={compose} placing={placing} troubles={troubles} />
      {chosen && chosenDocument && (
        <FieldNumbers
          key={`${chosen.signerKey}-${chosen.documentId}`}
          compose={compose}
          field={chosen}
          document={chosenDocument}
          documents={documents}
          placing={placing}
        />
      )}
      <p id={fieldHelpId} className="text-xs text-ink-secondary max-lg:sr-only">
        <Trans>
          Keys: Enter on a person places in the middle of the page. Arrows move the field by a point, with
          Shift by ten, with Control to the next line it can stand on, with Alt they change its size. Delete
          removes it, Control with Z takes a change back. While you drag, Alt lets it stand anywhere.
        </Trans>
      </p>
    </div>
  )
}

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
        {done === 'undone' && <Trans>The last change is taken back.</Trans>}
        {done === 'redone' && <Trans>The change is made again.</Trans>}
      </span>
    </div>
  )
}

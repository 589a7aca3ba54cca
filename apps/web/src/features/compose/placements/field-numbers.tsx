import type { Document } from '@countersign/contract/documents.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { copiedLayout, copiedToDocuments, fieldCopiedToDocuments } from './copied-fields.ts'
import { type Draft, fieldOf, isPlaced } from '../drafts/draft.ts'
import type { Place } from './field-movement.ts'
import { withinPage } from './field-movement.ts'
import { nameOfSigner } from '../fields/field-words.ts'
import { smallestSize } from './new-placement.ts'
import type { Placement } from './placements.ts'
import type { Compose } from '../use-compose.ts'
import type { PlacementMode } from './use-placing.ts'

interface FieldNumbersProps {
  compose: Compose
  placement: Placement
  document: Document
  documents: readonly Document[]
  placing: PlacementMode
}

/** The chosen field in numbers, its page, and where else it goes. */
export function FieldNumbers(props: FieldNumbersProps) {
  const { compose, placement, document, placing } = props
  const page = document.pages[placement.page]
  const { t } = useLingui()
  const name = nameOfSigner(compose, placement.signerKey)
  const isSignature = placement.fieldId === null
  const [isWide] = useState(() => window.matchMedia('(width >= 80rem)').matches)
  const labels: [keyof Place, string][] = [
    ['x', t`From the left`],
    ['y', t`From the top`],
    ['width', t`Width`],
    ['height', t`Height`],
  ]
  function change(side: keyof Place, text: string) {
    const value = Number(text)
    if (page && text !== '' && Number.isFinite(value)) {
      const smallest = smallestSize(placement.type)
      placing.move(placement, withinPage({ ...placement.place, [side]: value }, page, smallest), page)
    }
  }
  return (
    <details
      // On a phone the page needs the room: there the numbers are for those who open them.
      open={isWide && isSignature}
      className="rounded border border-line bg-sheet px-3 pb-2"
    >
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold">
        {isSignature ? <Trans>Signature of {name}</Trans> : <Trans>Position and size</Trans>}
      </summary>
      <div className="mt-2 grid grid-cols-2 gap-2">
        {labels.map(([side, label]) => (
          <NumberInput
            key={side}
            label={label}
            value={placement.place[side]}
            onDone={(text) => change(side, text)}
          />
        ))}
        <p className="col-span-2 text-xs text-ink-secondary">
          <Trans>In points (72 per inch, 28 per centimetre).</Trans>
        </p>
      </div>
      <FieldPages {...props} />
      <Button
        type="text"
        color="error"
        size="sm"
        icon="trash"
        onClick={() => placing.removePlacement(placement)}
      >
        <Trans>Remove field</Trans>
      </Button>
    </details>
  )
}

/** What is typed stays until one is done; a field that moved shows its new numbers. */
function NumberInput(props: { label: string; value: number; onDone: (text: string) => void }) {
  const { value, onDone } = props
  const [typed, setTyped] = useState({ text: String(value), at: value })
  if (typed.at !== value) setTyped({ text: String(value), at: value })
  const { text } = typed
  // A field that one only passes through changes nothing, and is nothing to undo.
  const done = () => text !== String(value) && onDone(text)
  return (
    <TextField
      label={props.label}
      type="number"
      inputMode="decimal"
      step="any"
      value={text}
      onChange={(event) => setTyped({ text: event.target.value, at: value })}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
    />
  )
}

/** It goes to another page, or the same place of other documents. */
function FieldPages(props: FieldNumbersProps) {
  const { compose, placement, document, documents, placing } = props
  const { t } = useLingui()
  const others = documents.length - 1
  function copy(change: (draft: Draft) => Draft) {
    compose.act(change)
    showSnackbar(t`Copied. You can undo this.`)
  }
  return (
    <div className="mt-2 flex flex-col items-start gap-1">
      {document.pages.length > 1 && (
        <Select
          label={t`On page`}
          value={String(placement.page)}
          options={document.pages.map(({ index }) => ({ value: String(index), label: String(index + 1) }))}
          onChange={(event) => {
            const page = document.pages[Number(event.target.value)]
            if (page) placing.turnTo(placement, { ...page, documentId: document.id })
          }}
        />
      )}
      {others > 0 && (
        <>
          <Button
            type="text"
            size="sm"
            onClick={() => copy((draft) => copiedToOthers(draft, placement, documents))}
          >
            <Plural value={others} one="Copy to the other document" other="Copy to the # other documents" />
          </Button>
          <Button
            type="text"
            size="sm"
            onClick={() => copy((draft) => copiedLayout(draft, document.id, documents))}
          >
            <Trans>Copy all fields there</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

function copiedToOthers(draft: Draft, placement: Placement, documents: readonly Document[]): Draft {
  const { signerKey, documentId, fieldId } = placement
  if (fieldId !== null) {
    const field = draft.signerFields.find((one) => one.signerKey === signerKey && one.field.id === fieldId)
    return field ? fieldCopiedToDocuments(draft, field, documents) : draft
  }
  const field = fieldOf(draft, signerKey, documentId)
  return field && isPlaced(field) ? copiedToDocuments(draft, field, documents) : draft
}

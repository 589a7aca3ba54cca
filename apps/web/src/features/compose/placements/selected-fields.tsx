import type { Document } from '@countersign/contract/documents.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { randomKey } from '#web/lib/calls/random-key.ts'
import { Button } from '#web/ui/button.tsx'
import { type Arrangement, arranged } from './arrange-placements.ts'
import { FieldNumbers } from './field-numbers.tsx'
import { FieldProperties } from '../fields/field-properties.tsx'
import { duplicated, onEveryPage } from './new-placement.ts'
import type { Placement } from './placements.ts'
import type { UnsavedProperties } from '../fields/use-unsaved-properties.ts'
import type { Compose } from '../use-compose.ts'
import type { PlacementMode } from './use-placing.ts'

interface SelectedProps {
  compose: Compose
  placing: PlacementMode
  documents: readonly Document[]
  unsaved: UnsavedProperties
}

/** What can be done with the fields that are selected on the pages. */
export function SelectedFields(props: SelectedProps) {
  const { compose, placing, documents } = props
  const { placements, only } = placing.selection
  if (placements.length > 1) return <SeveralFields {...props} />
  const document = only && documents.find(({ id }) => id === only.documentId)
  if (!only || !document) return null
  const field = compose.draft.signerFields.find(
    (one) => one.signerKey === only.signerKey && one.field.id === only.fieldId,
  )
  return (
    <>
      {field && (
        <FieldProperties
          key={field.field.id}
          compose={compose}
          signerField={field}
          document={document}
          typed={props.unsaved.of(field.field.id)}
          setTyped={(typed) => props.unsaved.set(field.field.id, typed)}
        />
      )}
      <FieldNumbers
        key={only.id}
        compose={compose}
        placement={only}
        document={document}
        documents={documents}
        placing={placing}
      />
      {document.form_problem === null && <Copies {...props} placement={only} document={document} />}
    </>
  )
}

function Copies(props: SelectedProps & { placement: Placement; document: Document }) {
  const { placement, document, placing } = props
  const page = document.pages[placement.page]
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        type="secondary"
        size="sm"
        onClick={() =>
          placing.add((draft) => (page ? duplicated(draft, placement, page, randomKey()) : draft))
        }
      >
        <Trans>Duplicate</Trans>
      </Button>
      {document.pages.length > 1 && placement.type !== 'RADIO' && (
        <Button
          type="secondary"
          size="sm"
          onClick={() => placing.add((draft) => onEveryPage(draft, placement, document.pages, randomKey))}
        >
          <Trans>On every page</Trans>
        </Button>
      )}
    </div>
  )
}

function SeveralFields({ compose, placing }: SelectedProps) {
  const { t } = useLingui()
  const { placements } = placing.selection
  const isOnePage = placements.every(
    ({ documentId, page }) => documentId === placements[0]?.documentId && page === placements[0].page,
  )
  const arrangements: readonly (readonly [Arrangement, string])[] = [
    ['left', t`Align left`],
    ['right', t`Align right`],
    ['top', t`Align top`],
    ['bottom', t`Align bottom`],
    ['size', t`Same size`],
    ['across', t`Distribute across`],
    ['down', t`Distribute down`],
  ]
  const isOffered = (arrangement: Arrangement) =>
    arrangement === 'size' ||
    (isOnePage && (placements.length > 2 || (arrangement !== 'across' && arrangement !== 'down')))
  return (
    <section className="flex flex-col gap-2 rounded border border-line bg-sheet p-3">
      <h3 className="text-sm font-semibold" role="status">
        <Plural value={placements.length} one="# field selected" other="# fields selected" />
      </h3>
      <div className="grid grid-cols-2 gap-1.5">
        {arrangements
          .filter(([arrangement]) => isOffered(arrangement))
          .map(([arrangement, label]) => (
            <Button
              key={arrangement}
              type="secondary"
              size="sm"
              onClick={() => compose.act((draft) => arranged(draft, placements, arrangement))}
            >
              {label}
            </Button>
          ))}
      </div>
      <Button
        type="text"
        color="error"
        size="sm"
        icon="trash"
        onClick={() => placements[0] && placing.removePlacement(placements[0])}
      >
        <Trans>Remove fields</Trans>
      </Button>
    </section>
  )
}

import type { Document } from '@countersign/contract/documents.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { paletteInView } from './palette-in-view.ts'
import type { UnsavedProperties } from './use-unsaved-properties.ts'
import { DragGhost } from '../placements/drag-ghost.tsx'
import { faceStyle } from '../placements/field-face.tsx'
import { nameOfSigner } from './field-words.ts'
import { FormFieldList } from './form-field-list.tsx'
import type { FieldTool } from '../placements/new-placement.ts'
import { placementsOf, type PlacementType } from '../placements/placements.ts'
import { SelectedFields } from '../placements/selected-fields.tsx'
import { signerColor } from '../people/signer-color.ts'
import { placementTypes, useTypeName } from './type-names.ts'
import type { Compose } from '../use-compose.ts'
import { usePlaceGesture } from '../placements/use-place-gesture.ts'
import type { PlacementMode } from '../placements/use-placing.ts'

interface PaletteProps {
  compose: Compose
  placing: PlacementMode
  documents: readonly Document[]
  /** On a phone the signers, in view with the types. */
  lead: ReactNode
}

/** What can be placed; and what is selected on the page. */
export function FieldPalette({ compose, placing, documents, lead }: PaletteProps) {
  const unsaved = compose.unsavedProperties
  return (
    <>
      {placing.mayPlace ? (
        <div className={paletteInView}>
          {lead}
          <FieldTypes compose={compose} placing={placing} />
        </div>
      ) : (
        <p className="border-y border-line bg-paper px-4 py-3 text-sm text-ink-secondary">
          <Trans>All documents are certified, so no fields can be placed on them.</Trans>
        </p>
      )}
      <div className="flex flex-col gap-3 px-4 pt-3 empty:hidden">
        <UnsavedFields compose={compose} placing={placing} fields={unsaved.fields} />
        <FormFieldList compose={compose} documents={documents} unsaved={unsaved} />
        <SelectedFields compose={compose} placing={placing} documents={documents} unsaved={unsaved} />
      </div>
    </>
  )
}

/** Whose field, of which type: pressed or dragged onto the page. */
function FieldTypes({ compose, placing }: Pick<PaletteProps, 'compose' | 'placing'>) {
  const { draft } = compose
  const { t } = useLingui()
  const typeName = useTypeName()
  const [chosen, setChosen] = useState<string | null>(null)
  const isThere = draft.signers.some(({ key }) => key === chosen)
  const signerKey = (isThere ? chosen : draft.signers[0]?.key) ?? ''
  const toolOf = (type: PlacementType): FieldTool => ({
    type,
    name: typeName(type),
    optionName: (number) => t`Option ${number}`,
  })
  return (
    <>
      <div className="flex flex-col gap-2 max-lg:hidden">
        {draft.signers.length > 1 && (
          <Select
            label={t`Fields for`}
            value={signerKey}
            options={draft.signers.map(({ key }) => ({ value: key, label: nameOfSigner(compose, key) }))}
            onChange={(event) => {
              setChosen(event.target.value)
              placing.arm(null)
            }}
          />
        )}
        <div role="group" aria-label={t`Field types`} className="grid grid-cols-2 gap-1.5">
          {placementTypes.map((type) => (
            <TypeButton
              key={`${signerKey} ${type}`}
              tool={toolOf(type)}
              signerKey={signerKey}
              name={nameOfSigner(compose, signerKey)}
              color={signerColor(draft, signerKey)}
              placing={placing}
            />
          ))}
        </div>
      </div>
      <div className="lg:hidden">
        <Select
          label={t`Field type`}
          value={placing.tool?.type ?? 'SIGNATURE'}
          options={placementTypes.map((type) => ({ value: type, label: typeName(type) }))}
          onChange={(event) => placing.arm(placing.armed, toolOf(event.target.value as PlacementType))}
        />
      </div>
    </>
  )
}

/** Fields beside the selected one whose properties have to be corrected. */
function UnsavedFields(props: {
  compose: Compose
  placing: PlacementMode
  fields: UnsavedProperties['fields']
}) {
  const { compose, placing } = props
  // One of the document’s own shows its properties in the list.
  const others = props.fields.filter(
    ({ field }) => field.form_field === null && field.id !== placing.selection.only?.fieldId,
  )
  if (others.length === 0) return null
  return (
    <Notice kind="warning" title={<Trans>Not saved yet: correct the marked fields.</Trans>}>
      {others.map(({ signerKey, field }) => {
        const placement = placementsOf(compose.draft, field.id)[0]
        const signer = nameOfSigner(compose, signerKey)
        const label = field.label
        return (
          placement && (
            <button
              key={field.id}
              type="button"
              className="block min-h-6 cursor-pointer text-left underline"
              onClick={() => placing.show(placement)}
            >
              <Trans>
                “{label}” of {signer}
              </Trans>
            </button>
          )
        )
      })}
    </Notice>
  )
}

interface TypeButtonProps {
  tool: FieldTool
  signerKey: string
  name: string
  color: string
  placing: PlacementMode
}

function TypeButton({ tool, signerKey, name, color, placing }: TypeButtonProps) {
  const { t } = useLingui()
  const gesture = usePlaceGesture(signerKey, () => placing, tool)
  const isArmed = placing.armed === signerKey && placing.tool?.type === tool.type
  const type = tool.name
  return (
    <>
      <button
        type="button"
        aria-pressed={isArmed}
        aria-label={t`${type} for ${name}`}
        {...gesture.props}
        style={faceStyle(color)}
        className={classNames(
          'min-h-8 min-w-0 cursor-grab touch-none truncate rounded border px-2 text-left text-sm font-medium',
          isArmed && 'outline-2 outline-offset-1 outline-accent',
        )}
      >
        {type}
      </button>
      {gesture.ghost && <DragGhost at={gesture.ghost} type={tool.type} name={name} color={color} />}
    </>
  )
}

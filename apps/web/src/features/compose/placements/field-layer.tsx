import type { Document } from '@countersign/contract/documents.ts'
import { useLingui } from '@lingui/react/macro'
import { pixelStyle, toPoints } from '#web/features/documents/geometry.ts'
import type { ShownPage } from '#web/features/documents/viewer-page.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inReadingRows } from './reading-rows.ts'
import { FieldBox } from './field-box.tsx'
import { signsDocument } from '../drafts/draft.ts'
import { fieldHelpId, nameOfSigner } from '../fields/field-words.ts'
import { signerOfOwnField } from '../fields/own-signature-fields.ts'
import { signerColor } from '../people/signer-color.ts'
import type { Compose } from '../use-compose.ts'
import { PlaceCatcher } from './place-catcher.tsx'
import type { FieldPage, PlacementMode } from './use-placing.ts'
import { type Placement, placementsOnPage } from './placements.ts'
import { placesOnPage } from './use-placing.ts'

interface FieldLayerProps {
  compose: Compose
  placing: PlacementMode
  document: Document | undefined
  page: ShownPage & FieldPage
  /** Fields that lie over each other or off the page. */
  troubled: ReadonlySet<Placement>
}

/** What stands over a page while composing: the signers' fields, and the fields the PDF has itself. */
export function FieldLayer(props: FieldLayerProps) {
  const { placing, page } = props
  return (
    <div className="pointer-events-none absolute inset-0 [&>*]:pointer-events-auto" {...pageMark(page)}>
      {placing.armed && maySign(props.compose, placing.armed, page.documentId) && (
        <PlaceCatcher
          placing={placing}
          signerKey={placing.armed}
          name={nameOfSigner(props.compose, placing.armed)}
          color={signerColor(props.compose.draft, placing.armed)}
          page={page}
        />
      )}
      {page.near && (
        <>
          <FormPlaces {...props} />
          <FieldBoxes {...props} />
          <Guides {...props} />
        </>
      )}
    </div>
  )
}

function FieldBoxes({ compose, placing, page, troubled }: FieldLayerProps) {
  const { draft } = compose
  const all = placementsOnPage(draft, page.documentId, page.index)
  const wrong = new Set([...troubled].map(({ id }) => id))
  return inReadingRows(all).map((placement) => (
    <FieldBox
      key={placement.id}
      placement={placement}
      name={nameOfSigner(compose, placement.signerKey)}
      color={signerColor(draft, placement.signerKey)}
      page={page}
      others={placesOnPage(draft, page, placement)}
      placing={placing}
      all={all}
      isTroubled={wrong.has(placement.id)}
      helpId={fieldHelpId}
    />
  ))
}

/** The lines the dragged field is on. */
function Guides({ placing: { guides }, page }: FieldLayerProps) {
  if (guides?.page.documentId !== page.documentId || guides.page.index !== page.index) return null
  return guides.guides.map(({ edge, at }) => (
    <span
      key={edge}
      aria-hidden="true"
      data-guide={edge}
      className={classNames(
        'pointer-events-none! absolute z-10 border-dashed border-accent',
        edge === 'x' ? 'inset-y-0 border-l' : 'inset-x-0 border-t',
      )}
      style={{ [edge === 'x' ? 'left' : 'top']: at * page.pixelsPerPoint }}
    />
  ))
}

/** A field is offered on the documents that its signer signs. */
function maySign({ draft }: Compose, signerKey: string, documentId: string): boolean {
  const signer = draft.signers.find(({ key }) => key === signerKey)
  return signer !== undefined && signsDocument(signer, documentId)
}

const mark = 'data-field-page'

function pageMark(page: FieldPage) {
  return { [mark]: JSON.stringify([page.documentId, page.index, page.width, page.height]) }
}

/** The page under the pointer and the point on it, for what is dropped from outside. */
export function pageAt(
  clientX: number,
  clientY: number,
): { page: FieldPage; point: { x: number; y: number } } | null {
  for (const element of document.querySelectorAll<HTMLElement>(`[${mark}]`)) {
    const box = element.getBoundingClientRect()
    const inside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
    const text = element.getAttribute(mark)
    if (!inside || !text) continue
    const [documentId, index, width, height] = JSON.parse(text) as [string, number, number, number]
    const point = toPoints({ x: clientX - box.left, y: clientY - box.top }, box.width / width)
    return { page: { documentId, index, width, height }, point }
  }
  return null
}

/** The signature fields the PDF has itself: one chooses who signs in each. */
function FormPlaces({ compose, placing, document, page }: FieldLayerProps) {
  const { t } = useLingui()
  const { documentId } = page
  const places = (document?.signature_fields ?? [])
    .filter((field) => !field.signed)
    .flatMap(({ name, positions }) => positions.slice(0, 1).map((position) => ({ name, position })))
    .filter(({ position }) => position.page === String(page.index))
  return places.map(({ name, position }) => {
    const field = { documentId, formField: name }
    const taken = signerOfOwnField(compose.draft, field)
    const color = taken === null ? undefined : signerColor(compose.draft, taken)
    return (
      <select
        key={name}
        aria-label={t`Who signs the PDF field “${name}”?`}
        className="absolute cursor-pointer rounded border-2 border-dashed border-line-field bg-sheet/95 px-1 text-xs"
        style={{ ...pixelStyle(position, page.pixelsPerPoint), color, borderColor: color }}
        value={taken ?? ''}
        onChange={(event) => placing.assign(field, event.target.value || null)}
      >
        <option value="">{t`Signature field: who signs here?`}</option>
        {compose.draft.signers
          .filter((signer) => signsDocument(signer, documentId))
          .map((signer) => (
            <option key={signer.key} value={signer.key}>
              {nameOfSigner(compose, signer.key)}
            </option>
          ))}
      </select>
    )
  })
}

import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui } from '@lingui/react/macro'
import { pixelStyle } from '#web/features/documents/geometry.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { openSignature } from '../open-signature.ts'
import { placeOwnFields } from './open-fields.ts'
import { placedFields, type FormOfDocument, type PlacedField } from './own-fields.ts'
import { PageField } from './page-field.tsx'
import { useFilling } from './use-filling.ts'

interface PageOfDocument {
  readonly documentId: string
  readonly index: number
  readonly pixelsPerPoint: number
  /** Points. */
  readonly width: number
}

/** The fields on a page that are still to be filled in: one's own as controls, in reading order, others' as boxes. */
export function PageFields(props: {
  request: SignatureRequest
  page: PageOfDocument
  documents: readonly FormOfDocument[]
  visitor: Visitor
  canSign: boolean
  /** After the last field. */
  onDone: () => void
}) {
  const { request, page } = props
  const filling = useFilling(request, props.visitor)
  const document = request.documents.find(({ id, version_id }) => [id, version_id].includes(page.documentId))
  if (!document) return null
  const own = props.canSign ? openSignature(request) : undefined
  const isHere = ({ spots }: PlacedField) => spots.some((spot) => spot.page === page.index)
  const others = placedFields(request, document, props.documents).filter(
    (one) => one.signature.sid !== own && isHere(one),
  )
  const mine = own
    ? placeOwnFields(request, props.documents).filter((one) => one.documentId === document.id && isHere(one))
    : []
  return (
    <>
      {others.map((one) => (
        <OthersField key={one.field.id} placed={one} page={page} />
      ))}
      {mine.map((one) => (
        <PageField
          key={one.field.id}
          {...{ request, page, placed: one, followed: filling, visitor: props.visitor }}
          onDone={props.onDone}
        />
      ))}
    </>
  )
}

/** Another signer's: what will be there, and who fills it in. */
function OthersField({ placed, page }: { placed: PlacedField; page: PageOfDocument }) {
  const { t } = useLingui()
  const { field, signature } = placed
  const name = nameOf(signature)
  const label = field.label
  return placed.spots
    .filter((spot) => spot.page === page.index)
    .map(({ box, option }) => (
      <div
        key={option ?? ''}
        role="img"
        aria-label={t`${label}, filled in by ${name}`}
        title={t`${label}, filled in by ${name}`}
        className="absolute overflow-hidden rounded-xs border border-dashed border-line-field bg-paper/60"
        style={pixelStyle(box, page.pixelsPerPoint)}
      />
    ))
}

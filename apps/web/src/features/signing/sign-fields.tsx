import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui } from '@lingui/react/macro'
import { isolate } from '#web/lib/language/isolate.ts'
import { pixelStyle } from '#web/features/documents/geometry.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { FormOfDocument } from './fields/own-fields.ts'
import { LazyPageFields } from './lazy-fields.tsx'
import type { Signing } from './signing/use-signing.tsx'
import { typeInBox } from './words-in-box.ts'

type Signature = SignatureRequest['signatures'][number]

interface FieldOnPage {
  readonly signature: Signature
  readonly box: { x: number; y: number; width: number; height: number }
}

/** A document's own fields: a signer in one of them has its name and no position of one's own. */
export interface FormFields {
  readonly id: string
  readonly signature_fields: readonly {
    readonly name: string
    readonly positions: readonly (FieldOnPage['box'] & { readonly page: string })[]
  }[]
}

/** The places on a page where someone has still to sign, as one reads. What is signed is in the page's image. */
export function fieldsOnPage(
  request: SignatureRequest,
  page: { documentId: string; index: number },
  forms: readonly FormFields[],
): FieldOnPage[] {
  const document = request.documents.find(({ id, version_id }) => [id, version_id].includes(page.documentId))
  const form = forms.find(({ id }) => id === page.documentId)?.signature_fields ?? []
  const fields = request.signatures
    .filter((signature) => ['OPEN', 'WAITING', 'DRAFT'].includes(signature.status_code))
    .flatMap((signature) =>
      signature.document_signatures
        .filter((place) => place.document_id === document?.id)
        .flatMap(({ visual_signature: visual }) =>
          visual?.form_field
            ? (form.find(({ name }) => name === visual.form_field)?.positions.slice(0, 1) ?? [])
            : (visual?.positions ?? []),
        )
        .filter((position) => position.page === String(page.index))
        .map((position) => ({ signature, box: position })),
    )
  return fields.sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
}

const ownFieldMark = 'data-own-field'

/** Brings the first of one's own fields into view; false where the signature has no place of its own. */
export function showOwnField(): boolean {
  // A signer who is already filling in a field stays there.
  if (document.activeElement?.closest('[data-signer-field]')) return true
  const field = document.querySelector<HTMLElement>(`[${ownFieldMark}]`)
  field?.scrollIntoView({ block: 'center', inline: 'center' })
  field?.focus({ preventScroll: true })
  return field !== null
}

export function SignFields(props: {
  request: SignatureRequest
  page: { documentId: string; index: number; pixelsPerPoint: number; width: number }
  documents: readonly (FormFields & FormOfDocument)[]
  /** Left out where nothing can be signed. */
  signing: Signing | null
}) {
  const { signing } = props
  const signatures = fieldsOnPage(props.request, props.page, props.documents).map(
    ({ signature, box }, index) => {
      const style = pixelStyle(box, props.page.pixelsPerPoint)
      const mine = signature.is_viewer && signature.status_code === 'OPEN' && props.signing
      return mine ? (
        <OwnField
          key={index}
          signing={mine}
          documentId={documentOf(props.request, props.page)}
          style={style}
        />
      ) : (
        <OthersField key={index} signature={signature} style={style} />
      )
    },
  )
  return (
    <>
      {signatures}
      <LazyPageFields
        {...{ request: props.request, page: props.page, documents: props.documents }}
        visitor={signing?.visitor ?? null}
        canSign={signing !== null}
        onDone={() => signing?.chosen === null && signing.choose()}
      />
    </>
  )
}

/** A signed document is another version of the same. */
function documentOf({ documents }: SignatureRequest, page: { documentId: string }): string {
  const document = documents.find(({ id, version_id }) => [id, version_id].includes(page.documentId))
  return document?.id ?? page.documentId
}

type BoxStyle = ReturnType<typeof pixelStyle>

function OwnField(props: { signing: Signing; documentId: string; style: BoxStyle }) {
  const { signing, style } = props
  const { t } = useLingui()
  const done = signing.chosen !== null
  const preview = signing.previews[props.documentId]
  const picture = preview ?? signing.pictureUrl
  const words = done ? t`Your name` : t`Sign here`
  const type = typeInBox(words, style)
  return (
    <button
      type="button"
      {...{ [ownFieldMark]: '' }}
      onClick={signing.choose}
      aria-label={picture ? t`Your signature as it will appear. Change it` : undefined}
      className={classNames(
        'absolute flex cursor-pointer items-center justify-center gap-1.5 rounded border-2 p-0.5 font-semibold text-accent after:absolute after:-inset-2',
        done ? 'border-dashed border-completed' : 'border-accent bg-selected/85 hover:bg-selected',
      )}
      style={style}
    >
      {picture ? (
        // What is printed is transparent: the page shows through its white.
        <img
          src={picture}
          alt=""
          className={classNames('absolute inset-0 size-full object-contain', preview && 'mix-blend-multiply')}
        />
      ) : (
        <>
          {hasIcon(words, style) && <Icon name={done ? 'check' : 'sign'} size={type ? 18 : 16} />}
          <span className={type ? classNames('text-center leading-tight', type) : 'sr-only'}>{words}</span>
        </>
      )}
    </button>
  )
}

/** Beside the words where there is much room; in place of them where there is too little. */
function hasIcon(words: string, { width, height }: BoxStyle): boolean {
  const type = typeInBox(words, { width, height })
  return type ? typeInBox(words, { width: width - 24, height }) === type : Math.min(width, height) >= 16
}

function OthersField({ signature, style }: { signature: Signature; style: BoxStyle }) {
  const { t } = useLingui()
  const name = isolate(nameOf(signature))
  const words = t`${name} signs here`
  const shown = [words, name].find((one) => typeInBox(one, style))
  return (
    <div
      className="absolute flex items-center justify-center overflow-hidden rounded border border-dashed border-line-field bg-paper/85 p-0.5 text-ink-secondary"
      style={style}
      title={words}
    >
      {shown !== words && <span className="sr-only">{words}</span>}
      <span aria-hidden={shown !== words || undefined} className="text-center text-xs leading-tight">
        {shown}
      </span>
    </div>
  )
}

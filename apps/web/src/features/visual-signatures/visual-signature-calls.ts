import {
  createVisualSignature,
  deleteVisualSignature,
  deleteSignatureImage,
  listVisualSignatures,
  previewDefaultVisualSignature,
  setSignatureImage,
  updateVisualSignature,
  type VisualSignature,
} from '@countersign/contract/visual-signatures.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, type CallInput } from '#web/lib/calls/api.ts'
import { base64Of } from '#web/lib/calls/base64.ts'
import { ignoreGone } from '#web/lib/calls/ignore-gone.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'

/** An account keeps no more (specification, `visual_signature.too_many`). */
export const signaturesAtMost = 25

export const visualSignaturesKey = ['visual-signatures'] as const

export const visualSignaturesQuery = queryOptions({
  queryKey: visualSignaturesKey,
  queryFn: ({ signal }) => call(listVisualSignatures, {}, { signal, background: true }),
})

/** How a kept one will be on the page. It changes with the signature, and with the day where the date shows. */
export function savedPreviewQuery({ id, updatedAt }: VisualSignature) {
  return queryOptions<Blob>({
    queryKey: ['visual-signature-preview', id, updatedAt],
    queryFn: ({ signal }) =>
      call(
        previewDefaultVisualSignature,
        { query: { id, timeZone: ownTimeZone() } },
        { signal, background: true },
      ),
    staleTime: 60_000,
  })
}

export type VisualContent = NonNullable<CallInput<typeof createVisualSignature>['body']>

export interface NewPicture {
  readonly blob: Blob
  /** Make the paper of a photograph or a scan transparent. */
  readonly removeBackground: boolean
}

/** A new picture, none, or the one that is kept already. */
export type PictureChange = NewPicture | 'none' | 'as-kept'

/** Makes a visual signature or changes one. The id is told as soon as there is one: a second try changes the same. */
export async function saveVisualSignature(options: {
  id: string | null
  content: VisualContent
  picture: PictureChange
  onId: (id: string) => void
}): Promise<VisualSignature> {
  const { content: body, picture } = options
  const saved =
    options.id === null
      ? await call(createVisualSignature, { body }, { background: true })
      : await call(updateVisualSignature, { params: { id: options.id }, body }, { background: true })
  options.onId(saved.id)
  const { id } = saved
  if (picture === 'as-kept') return saved
  if (picture !== 'none') {
    const content = await base64Of(picture.blob)
    const image = { content, removeBackground: picture.removeBackground }
    return call(setSignatureImage, { params: { id }, body: image }, { background: true })
  }
  return saved.hasCustomImage ? call(deleteSignatureImage, { params: { id } }, { background: true }) : saved
}

export function makeDefault(id: string): Promise<VisualSignature> {
  return call(updateVisualSignature, { params: { id }, body: { default: true } }, { background: true })
}

export async function removeVisualSignature(id: string): Promise<void> {
  await call(deleteVisualSignature, { params: { id } }, { background: true }).catch(ignoreGone)
}

export function refreshVisualSignatures(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: visualSignaturesKey })
}

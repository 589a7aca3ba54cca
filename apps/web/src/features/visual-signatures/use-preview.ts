import { previewVisualSignature, type VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/calls/api.ts'
import { base64Of } from '#web/lib/calls/base64.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { contentOf, type Draft } from './draft.ts'
import { pictureOfDraft } from './pictures/draft-picture.ts'

/** How long nothing has to change before the page is asked for. */
const pause = 300

export interface Preview {
  /** The last one that came; it stays while the next is on its way. */
  readonly image: Blob | null
  readonly loading: boolean
  readonly failure: unknown
}

/** What is typed just now as it will be on the page, made by the service with the fonts of the page. */
export function usePreview(draft: Draft, existing: VisualSignature | null): Preview {
  const [preview, setPreview] = useState<Preview>({ image: null, loading: true, failure: null })
  useEffect(() => {
    if (draft.name.trim() === '') return setPreview((last) => ({ ...last, loading: false, failure: null }))
    const stop = new AbortController()
    setPreview((last) => ({ ...last, loading: true }))
    const timer = window.setTimeout(() => {
      loadPreview(draft, existing, stop.signal).then(
        (image) => !stop.signal.aborted && setPreview({ image, loading: false, failure: null }),
        (failure: unknown) => {
          if (!stop.signal.aborted) setPreview((last) => ({ ...last, loading: false, failure }))
        },
      )
    }, pause)
    return () => {
      window.clearTimeout(timer)
      stop.abort()
    }
  }, [draft, existing])
  return preview
}

async function loadPreview(
  draft: Draft,
  existing: VisualSignature | null,
  signal: AbortSignal,
): Promise<Blob> {
  const picture = await pictureOfDraft(draft, existing)
  const { alias: _, ...content } = contentOf(draft)
  const image =
    picture && typeof picture === 'object'
      ? { content: await base64Of(picture.blob), removeBackground: picture.removeBackground }
      : null
  const body = {
    ...content,
    timeZone: ownTimeZone(),
    image,
    id: picture === 'as-kept' ? (existing?.id ?? null) : null,
  }
  return call(previewVisualSignature, { body }, { background: true, signal })
}

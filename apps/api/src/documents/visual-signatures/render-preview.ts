import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import { visualSignatureSize as size } from '@countersign/contract/visual-signatures.ts'
import type { Context } from '#api/providers/context.ts'
import { appearanceLines } from '#api/documents/appearance/appearance-lines.ts'
import type { DrawField } from './field-thread.ts'
import { runForPicture } from './run-for-picture.ts'
import { drawField, renderField } from './tasks.ts'
import { type VisualContent, withinPermissions } from './visual-signature.ts'

const pixelsPerPoint = 2
const timeLimit = 10_000

export interface PreviewOrder {
  readonly content: VisualContent
  /** PNG. */
  readonly picture: Uint8Array | null
  /** The account's. */
  readonly name: string
  readonly quality: string
  readonly legislation: string | null
  /** In which the date is shown; null where it was not told. */
  readonly timeZone: string | null
  readonly permissions: VisualSignaturePermissions
}

/** PNG: the field as the engine signs it, rendered as the viewer shows it, signed just now. */
export async function renderPreview(
  context: Context,
  { content, picture, permissions, ...signed }: PreviewOrder,
): Promise<Uint8Array> {
  const time = context.now()
  const visual = withinPermissions(content, permissions)
  const lines = appearanceLines({ ...signed, language: content.language, reason: null, time, visual })
  const image = content.kind === 'text' ? null : picture
  return pictureOfField(context, { ...size, lines, image, time })
}

/** PNG of a field as the engine draws it. */
export function pictureOfField(context: Context, field: DrawField): Promise<Uint8Array> {
  const [width, height] = [field.width, field.height].map((side) => Math.round(side * pixelsPerPoint))
  return runForPicture(context, async () => {
    const pdf = await context.threads.inspect.run(drawField, field, { timeLimit })
    return context.threads.render.run(
      renderField,
      { pdf, width: width ?? 1, height: height ?? 1 },
      { timeLimit },
    )
  })
}

import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import { visualSignatureSize as size } from '@countersign/contract/visual-signatures.ts'
import type { Context } from '#api/providers/context.ts'
import { appearanceLines } from '#api/documents/appearance/appearance-lines.ts'
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
  return runForPicture(context, async () => {
    const pdf = await context.threads.inspect.run(drawField, { ...size, lines, image, time }, { timeLimit })
    const pixels = { width: size.width * pixelsPerPoint, height: size.height * pixelsPerPoint }
    return context.threads.render.run(renderField, { pdf, ...pixels }, { timeLimit })
  })
}

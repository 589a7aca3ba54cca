import type { Context } from '#api/providers/context.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { runForPicture } from './run-for-picture.ts'
import { findMissing } from './tasks.ts'
import { forbiddenParts, type VisualChanges } from './visual-signature.ts'
import type { VisualContext } from './permissions.ts'

const drawn = ['name', 'optionalLine', 'location'] as const
// A letter, a digit, a sign: not only spaces and what is not drawn at all.
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
// What the first font has for certain: nearly every text is of these alone.
export const surelyDrawable = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f]*$/u

/** Refuses what is not this person's to choose, and what could not be drawn on a page. */
export async function checkContent(
  context: VisualContext,
  accountId: string,
  given: VisualChanges,
): Promise<void> {
  const permissions = await context.findVisualPermissions(context.db, accountId)
  if (forbiddenParts(given, permissions).length > 0) throw new Refusal('not_allowed')
  await checkDrawable(context, given)
}

/** No character may come out as an empty box, or vanish: each that no font has is named. */
export async function checkDrawable(
  context: Context,
  given: Pick<VisualChanges, (typeof drawn)[number]>,
): Promise<void> {
  if (given.name !== undefined && !visible.test(given.name))
    throw refused([{ field: 'name', code: 'blank', message: 'This field is required' }])
  const fields = drawn.filter((field) => given[field] && !surelyDrawable.test(given[field]))
  if (fields.length === 0) return
  const texts = fields.map((field) => given[field] ?? '')
  const missing = await runForPicture(context, () =>
    context.threads.inspect.run(findMissing, texts, { timeLimit: 10_000 }),
  )
  const wrong = fields.flatMap((field, index): WrongField[] => {
    const characters = missing[index] ?? []
    if (characters.length === 0) return []
    const message = `No font has these characters: ${characters.slice(0, 10).join(' ')}`
    return [{ field, code: 'no_font', message }]
  })
  if (wrong.length > 0) throw refused(wrong)
}

const refused = (fields: readonly WrongField[]) => new Refusal('validation.failed', { fields })

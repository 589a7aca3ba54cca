import type { Context } from '#api/context.ts'
import { Refusal } from '#api/refusal.ts'
import { runForPicture } from './run-for-picture.ts'
import { type PictureProblem, readPicture } from './tasks.ts'

const bytesAtMost = 10 * 1024 * 1024
const timeLimit = 20_000

function refusalOf(problem: PictureProblem, field: string): Refusal {
  if (problem === 'too_many_pixels') return new Refusal('image.too_large')
  if (problem === 'unreadable') return new Refusal('image.invalid')
  const message = 'There is nothing to be seen in the picture'
  return new Refusal('image.invalid', { fields: [{ field, code: 'blank', message }] })
}

/** A picture that somebody sent, as it is kept: PNG, cropped to its ink, of a sensible size and free of anything else. */
export async function readGivenPicture(
  context: Context,
  given: { readonly content: string; readonly removeBackground: boolean },
  field: string,
): Promise<Buffer> {
  const content = Buffer.from(given.content, 'base64')
  if (content.byteLength > bytesAtMost) throw new Refusal('image.too_large')
  const { removeBackground } = given
  const read = await runForPicture(context, () =>
    context.threads.render.run(readPicture, { content, removeBackground }, { timeLimit }),
  )
  if ('problem' in read) throw refusalOf(read.problem, field)
  return Buffer.from(read.png.buffer)
}

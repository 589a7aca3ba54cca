import { createHash } from 'node:crypto'
import type { Context } from '#api/providers/context.ts'
import { runImageTask } from '#api/documents/images/run-image-task.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { SharedWork } from '#api/platform/threads/shared-work.ts'
import { runForPicture } from './run-for-picture.ts'
import type { PictureProblem, ReadPicture } from './picture-thread.ts'
import { readPicture } from './tasks.ts'

const bytesAtMost = 10 * 1024 * 1024
const timeLimit = 20_000

function refusalOf(problem: PictureProblem, field: string): Refusal {
  if (problem === 'too_many_pixels') return new Refusal('image.too_large')
  if (problem === 'too_complex') return new Refusal('image.too_complex')
  if (problem === 'unreadable') return new Refusal('image.invalid')
  const message = 'There is nothing to be seen in the picture'
  return new Refusal('image.invalid', { fields: [{ field, code: 'blank', message }] })
}

/** A picture that someone sent, as it is kept: PNG, cropped to its ink, of a sensible size and free of anything else. */
export async function readGivenPicture(
  context: Context,
  given: { readonly content: string; readonly removeBackground: boolean },
  field: string,
): Promise<Buffer> {
  const content = Buffer.from(given.content, 'base64')
  if (content.byteLength > bytesAtMost) throw new Refusal('image.too_large')
  const read = await readOnce(context, content, given.removeBackground)
  if ('problem' in read) throw refusalOf(read.problem, field)
  return Buffer.from(read.png)
}

const remembered = { milliseconds: 120_000, atMost: 16 }
const recent = new Map<string, ReadPicture>()
const reading = new SharedWork()

/** While someone types beside a picture, the same one comes with each preview: it is read once. */
async function readOnce(
  context: Context,
  content: Uint8Array,
  removeBackground: boolean,
): Promise<ReadPicture> {
  const key = `${createHash('sha256').update(content).digest('hex')} ${removeBackground}`
  return reading.run(key, async () => {
    const known = recent.get(key)
    if (known) return known
    const read = await runForPicture(context, () =>
      runImageTask(context.threads.render, readPicture, { content, removeBackground }, timeLimit),
    )
    // How long it took says as much of what else went on as of the picture.
    if ('problem' in read && read.problem === 'too_complex') return read
    recent.set(key, read)
    setTimeout(() => recent.get(key) === read && recent.delete(key), remembered.milliseconds).unref()
    for (const oldest of recent.keys()) if (recent.size > remembered.atMost) recent.delete(oldest)
    return read
  })
}

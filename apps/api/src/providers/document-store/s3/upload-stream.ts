import { beginUpload, partSize, putObject, type UploadTarget } from './multipart-upload.ts'

/** S3 takes no more parts of one object: 80 GB of ours. */
const partsAtMost = 10_000

/**
 * Uploads what comes, one part after the other, with two parts in memory at most. `orThrow` says what an error of the store is
 * called; those of the source are passed on.
 */
export async function uploadStream(
  target: UploadTarget,
  content: AsyncIterable<Uint8Array>,
  orThrow: (error: unknown) => never,
): Promise<void> {
  const parts = inParts(content)
  const first = await parts.next()
  const second = await parts.next()
  if (second.done) return putObject(target, first.done ? new Uint8Array() : first.value).catch(orThrow)
  const upload = await beginUpload(target).catch(orThrow)
  const sent: Awaited<ReturnType<typeof upload.send>>[] = []
  const send = async (part: Uint8Array) => {
    if (sent.length === partsAtMost)
      throw new Error(`${target.Key} is larger than an object of S3 in parts of ours`)
    sent.push(await upload.send(sent.length + 1, part).catch(orThrow))
  }
  try {
    if (!first.done) await send(first.value)
    await send(second.value)
    for await (const part of parts) await send(part)
    await upload.complete(sent).catch(orThrow)
  } catch (error) {
    await upload.abort()
    throw error
  }
}

/** The same bytes in pieces of a part's size; the last may be smaller. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of content) {
    for (let rest = piece; rest.byteLength > 0;) {
      const taken = rest.subarray(0, partSize - size)
      pieces.push(taken)
      size += taken.byteLength
      rest = rest.subarray(taken.byteLength)
      if (size < partSize) continue
      yield Buffer.concat(pieces)
      pieces = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(pieces)
}

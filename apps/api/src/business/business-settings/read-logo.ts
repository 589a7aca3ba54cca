import { createHash } from 'node:crypto'
import type { Logo } from '#api/business/businesses/business.ts'
import type { Context } from '#api/providers/context.ts'
import type { ImageOrder } from '#api/documents/images/transform-thread.ts'
import type { Task } from '#api/platform/threads/task.ts'
import { readGivenPicture } from '#api/documents/visual-signatures/read-uploaded-picture.ts'
import { runForPicture } from '#api/documents/visual-signatures/run-for-picture.ts'

/** It goes out with each mail, so it is small; and twice as large as it is shown, for fine screens and for paper. */
const size = { width: 600, height: 240 } as const

const transformTask: Task<ImageOrder & { bytes: Uint8Array }, Promise<Uint8Array>> = {
  module: new URL('../../documents/images/transform-thread.ts', import.meta.url),
  name: 'transform',
}

/** A picture that someone sent, as it is kept: decoded and written again in a worker thread, as PNG and nothing else. */
export async function readLogo(context: Context, content: string): Promise<Logo & { readonly png: Buffer }> {
  const whole = await readGivenPicture(context, { content, removeBackground: false }, 'image')
  const order = { ...size, format: 'png', quality: 95, fit: 'inside', position: 'center' } as const
  const written = await runForPicture(context, () =>
    context.threads.render.run(transformTask, { ...order, bytes: whole }, { timeLimit: 5000 }),
  )
  const png = Buffer.from(written)
  // ISO/IEC 15948 §11.2.2: width and height are the first of IHDR, which comes first.
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  return { png, width, height, hash: createHash('sha256').update(png).digest('hex') }
}

import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { OverLimit, type Task } from '#api/platform/threads/task.ts'
import type { Context } from '#api/providers/context.ts'
import type { CheckedImage } from './check-image-thread.ts'

const checkPng: Task<Uint8Array, CheckedImage> = {
  module: new URL('./check-image-thread.ts', import.meta.url),
  name: 'checkPng',
}
const timeLimit = 10_000

/**
 * A signature image as it was drawn or typed, decoded and written again. In a thread: in the process's own, callers wouldn't
 * take turns, and those who hang up would leave their images to be decoded.
 */
export async function checkImage(context: Context, given: Uint8Array, field: string): Promise<Buffer> {
  const { png } = await decode(context, given)
  if (png) return Buffer.from(png.buffer)
  throw wrongField(field, 'not_an_image', 'The image must be a PNG of at most 2000 by 2000 pixels')
}

async function decode(context: Context, given: Uint8Array): Promise<CheckedImage> {
  try {
    return await context.threads.render.run(checkPng, given, { timeLimit })
  } catch (error) {
    // An image of that size takes so long only where everything does.
    if (error instanceof OverLimit) throw new Refusal('service.saturated', { retryAfter: 5, cause: error })
    throw error
  }
}

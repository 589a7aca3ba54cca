import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { OverLimit } from '#api/platform/threads/task.ts'

/** Runs a thread's work on a picture, and says in the contract's words why it could not be done. */
export async function runForPicture<Result>(context: Context, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error
    context.log.warn({ err: error }, 'a picture took too much')
    throw new Refusal('image.too_complex', { cause: error })
  }
}

import type { Runner, Task } from '#api/platform/threads/task.ts'

/** Input of a task that decodes an image. Of more than the ordinary size it does so only where `decodeLarge` says so. */
export interface ImageInput {
  readonly decodeLarge?: boolean
}

/** An image that was not decoded: it takes so much memory that only one is at a time. */
export interface LargeImage {
  readonly isLarge: true
}

/** A large image is only measured among the others; the one slow thread decodes it, so that no two take their memory at once. */
export async function runImageTask<Input extends ImageInput, Output extends object>(
  runner: Runner,
  task: Task<Input, Output | LargeImage>,
  input: Input,
  timeLimit: number,
): Promise<Output> {
  const answer = await runner.run(task, input, { timeLimit })
  if (!('isLarge' in answer)) return answer
  const decoded = await runner.run(task, { ...input, decodeLarge: true }, { timeLimit, heavy: true })
  if ('isLarge' in decoded) throw new Error('A large image was not decoded')
  return decoded
}

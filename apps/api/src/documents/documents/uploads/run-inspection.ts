import type { Runner } from '#api/platform/threads/task.ts'
import { inspectUpload } from '../tasks.ts'
import type { InspectionResult, InspectUpload } from './inspect-thread.ts'

/** A large image is only measured among the others; the one slow thread decodes it, so that no two take their memory at once. */
export async function runInspection(
  inspect: Runner,
  upload: Omit<InspectUpload, 'decodeLarge'>,
  timeLimit: number,
): Promise<InspectionResult> {
  const inspected = await inspect.run(inspectUpload, upload, { timeLimit })
  if (!('isLarge' in inspected)) return inspected
  const order = { ...upload, decodeLarge: true }
  const decoded = await inspect.run(inspectUpload, order, { timeLimit, heavy: true })
  if ('isLarge' in decoded) throw new Error('A large image was not decoded')
  return decoded
}

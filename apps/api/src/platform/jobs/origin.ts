import * as z from 'zod/mini'
import { currentWork } from '#api/platform/logging/work.ts'

/** Kept beside what a job carries: the call that added it, for its lines in the log and its trace. */
const member = '$origin'

const Origin = z.object({ requestId: z.optional(z.string()), traceparent: z.optional(z.string()) })
export type JobOrigin = z.output<typeof Origin>

export function withOrigin(payload: object): object {
  const work = currentWork()
  if (!work?.requestId) return payload
  const { requestId, span } = work
  return { ...payload, [member]: { requestId, ...(span ? { traceparent: span.traceparent } : {}) } }
}

/** What the job carries, and where it comes from. */
export function splitOrigin(payload: unknown): { readonly payload: unknown; readonly origin: JobOrigin } {
  if (typeof payload !== 'object' || payload === null || !(member in payload)) return { payload, origin: {} }
  const { [member]: given, ...rest } = payload
  const parsed = z.safeParse(Origin, given)
  return { payload: rest, origin: parsed.success ? parsed.data : {} }
}

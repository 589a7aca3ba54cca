import { openLine as openAnyLine } from '#api/providers/line/line.ts'
import type { Line, LineOptions as AnyLineOptions } from '#api/providers/line/line.ts'
import { StepwiseSigningFailed } from './port.ts'

export type { Call, Line, Reply } from '#api/providers/line/line.ts'

export interface LineOptions extends Omit<AnyLineOptions, 'unavailable'> {
  /** Named in errors. */
  readonly service: string
}

/** A line to a trust service: its outages are StepwiseSigningFailed. */
export function openLine({ service, ...options }: LineOptions): Line {
  const unavailable = (reason: string, cause?: unknown) =>
    new StepwiseSigningFailed('unavailable', service, reason, { cause })
  return openAnyLine({ ...options, unavailable })
}

import { isCallError } from './call-error.ts'

/** What is to go and isn't there any longer has gone: by an earlier press, or in another tab. */
export function ignoreGone(failure: unknown): undefined {
  if (!isCallError(failure, 'not_found')) throw failure
}

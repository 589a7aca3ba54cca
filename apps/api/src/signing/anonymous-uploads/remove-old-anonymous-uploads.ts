import type { Context } from '#api/providers/context.ts'
import { removeOld } from './repository.ts'

/** The job that forgets what nobody claimed within a day, and after 90 days all that is known of any. */
export function removeOldAnonymousUploads(context: Context): Promise<number> {
  return removeOld(context.db, context.now())
}

import type { Context } from '#api/providers/context.ts'
import { look } from './check-domain.ts'
import { takeDue } from './repository.ts'

const atOnce = 10
/** A job of a minute: name servers that are silent take a few seconds each. */
const mostOfOneRun = 200

/** The job that looks for records: of what was just claimed every minute, of what is proved daily. */
export async function checkDueDomains(context: Context): Promise<void> {
  for (let looked = 0; looked < mostOfOneRun; looked += atOnce) {
    const due = await takeDue(context.db, context.now(), atOnce)
    await Promise.all(
      due.map(async (one) => {
        try {
          await look(context, one)
        } catch (error) {
          // One that fails does not keep the others waiting; it is looked at again.
          context.log.error({ err: error, domain: one.domain }, 'a domain could not be looked at')
        }
      }),
    )
    if (due.length < atOnce) return
  }
}

import type { Context } from '#api/providers/context.ts'
import { askProvider } from './ask-provider.ts'
import { listDue } from './progress-repository.ts'
import * as repository from '../repository.ts'

/** Every minute: asks after those that nobody waits for on a page, each at growing pauses until it is over. */
export async function pollIdentifications(context: Context): Promise<void> {
  for (const id of await listDue(context.db, context.now())) {
    try {
      const one = await repository.find(context, context.db, id)
      if (one) await askProvider(context, one)
    } catch (error) {
      // One that fails does not keep the others waiting; it is asked after again.
      context.log.error({ err: error, identification: id }, 'an identification could not be asked after')
    }
  }
}

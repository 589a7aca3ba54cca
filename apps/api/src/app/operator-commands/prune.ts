import { openOwnInstallation } from '#api/app/installation/own-installation.ts'
import { planCleanUp, removeUnusedContent } from '#api/documents/documents/deletion/remove-unused-content.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { openDatabaseClock } from '#api/platform/db/database-clock.ts'
import { runGuarded } from '#api/platform/jobs/guard-destructive.ts'
import { openLog } from '#api/platform/logging/log.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Answer, type Call, noPositionals, numberOption } from './command.ts'

export async function prune(
  call: Call<{ readonly yes: boolean; readonly expect: string | undefined }>,
): Promise<Answer> {
  noPositionals(call)
  const expected = numberOption('expect', call.options.expect)
  return call.options.yes ? cleanUp(call, expected ?? 0) : plan(call)
}

async function plan(call: Pick<Call, 'installation'>) {
  const installation = await call.installation()
  const { documents } = await installation.stores()
  const found = await planCleanUp({ db: installation.db, documentStore: documents }, new Date())
  return {
    lines: [
      `${found.unused} of ${counted(found.total, 'file')} would be moved to the trash; ${found.inTrash} in the trash would be deleted for good.`,
      ...(found.isTooLarge
        ? [
            `The clean-up would refuse so many. If people have deleted them: countersign prune --yes --expect ${found.unused}`,
          ]
        : []),
      ...(found.unused + found.inTrash > 0 ? ['Nothing was changed. To do it: countersign prune --yes'] : []),
    ],
    json: { ...found, isDone: false },
  }
}

// Their messages say what was refused, and why.
const refusals = ['CleanUpTooLarge', 'StoreMismatch', 'ClockDiffers']

async function cleanUp(call: Pick<Call, 'installation' | 'config' | 'log'>, expected: number) {
  const config = await call.config()
  const { db, pool, stores } = await call.installation()
  const { documents: documentStore, parts } = await stores()
  const now = () => new Date()
  const log = openLog(config, 'command', call.log)
  const databaseClock = await openDatabaseClock({ pool, now, log })
  let removed = 0
  try {
    const installation = await openOwnInstallation({ db, documentStore, stores: parts })
    const context = { config, db, documentStore, installation, databaseClock, log, now }
    await runGuarded(context, 'remove-unused-content', async (guarded) => {
      removed = await removeUnusedContent(guarded, expected)
      return removed
    })
  } catch (error) {
    const { name, message } = error as Error
    throw refusals.includes(name) ? new NotDone(message) : error
  } finally {
    databaseClock.close()
  }
  return {
    lines: [`${counted(removed, 'file')} ${removed === 1 ? 'was' : 'were'} moved to the trash.`],
    json: { removed, isDone: true },
  }
}

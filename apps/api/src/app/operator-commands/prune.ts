import { destination } from 'pino'
import { openOwnInstallation } from '#api/app/installation/own-installation.ts'
import { planCleanUp, removeUnusedContent } from '#api/documents/documents/deletion/remove-unused-content.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { openDatabaseClock } from '#api/platform/db/database-clock.ts'
import { runGuarded } from '#api/platform/jobs/guard-destructive.ts'
import { openLog } from '#api/platform/logging/log.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Call, confirmation, defineCommand, noPositionals, numberOption } from './command.ts'

export const prune = defineCommand({
  name: 'prune',
  takes: '',
  summary: 'what the clean-up of the document store would remove now; with --yes it does',
  description: `Files that nothing has referred to for a day are moved to the trash, and deleted after 30 days there. Without --yes nothing is
changed. With --yes it is the nightly clean-up, with the same safeguards: the store must belong to the database, the clocks must
agree, and not more than 50 files and a tenth of all may go at once, unless --expect says that so many are right.`,
  options: {
    yes: { ...confirmation.yes, summary: 'do it' },
    expect: {
      type: 'string',
      value: 'NUMBER',
      summary: 'so many unused files are right: people have deleted them',
    },
  },
  run: async (call) => {
    noPositionals(call)
    const expected = numberOption('expect', call.options.expect)
    return call.options.yes ? cleanUp(call, expected ?? 0) : plan(call)
  },
})

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

async function cleanUp(call: Pick<Call, 'installation' | 'config'>, expected: number) {
  const { db, pool, stores } = await call.installation()
  const { documents: documentStore, parts } = await stores()
  const now = () => new Date()
  const log = openLog(call.config(), 'command', destination(2))
  const databaseClock = await openDatabaseClock({ pool, now, log })
  let removed = 0
  try {
    const installation = await openOwnInstallation({ db, documentStore, stores: parts })
    const context = { config: call.config(), db, documentStore, installation, databaseClock, log, now }
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

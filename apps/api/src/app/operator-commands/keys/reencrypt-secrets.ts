import { reencryptSecrets as reencrypt } from '#api/app/master-key/reencrypt-secrets.ts'
import { counted } from '#api/platform/values/counted.ts'
import { defineCommand, noPositionals } from '../command.ts'

export const reencryptSecrets = defineCommand({
  name: 'keys reencrypt',
  takes: '',
  summary: 'encrypt all stored secrets with the current master key',
  description: `Run it after COUNTERSIGN_MASTER_KEY was replaced, while COUNTERSIGN_PREVIOUS_MASTER_KEYS still has the key before. It may run beside a running installation, and again after an interruption. Exit status 1 if a value can't be read with any of the keys.`,
  options: { 'dry-run': { type: 'boolean', summary: 'only count what another key encrypted' } },
  run: async (call) => {
    noPositionals(call)
    const dryRun = call.options['dry-run']
    const columns = await reencrypt(await call.installation(), { dryRun })
    const unreadable = columns.flatMap(({ table, unreadable: rows }) => rows.map((row) => `${table}/${row}`))
    const outdated = columns.reduce((sum, column) => sum + column.outdated, 0)
    const width = Math.max(...columns.map(({ table, column }) => `${table}.${column}`.length)) + 2
    return {
      status: unreadable.length > 0 ? 1 : 0,
      lines: [
        ...columns.map(
          ({ table, column, values, outdated: changed }) =>
            `${`${table}.${column}`.padEnd(width)}${counted(values, 'value')}, ${changed} ${dryRun ? 'to be encrypted' : 'encrypted'} again`,
        ),
        ...unreadable.map((row) => `✗ ${row} can't be read with any of the keys`),
        ...(unreadable.length === 0 && (outdated === 0 || !dryRun) ? [removable] : []),
      ],
      json: { dryRun, outdated, unreadable, columns },
    }
  },
})

const removable = `The previous master keys are needed for a week longer at most, for what is stored for a short time only.`

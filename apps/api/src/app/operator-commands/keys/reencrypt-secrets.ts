import { reencryptSecrets as reencrypt } from '#api/app/master-key/reencrypt-secrets.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Answer, type Call, noPositionals } from '../command.ts'

export async function reencryptSecrets(call: Call<{ readonly 'dry-run': boolean }>): Promise<Answer> {
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
}

const removable = `The previous master keys are needed for a week longer at most, for what is stored for a short time only.`

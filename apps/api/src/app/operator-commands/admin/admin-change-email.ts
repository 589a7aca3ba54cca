import * as z from 'zod/mini'
import { Email } from '@countersign/contract/values.ts'
import { changeSharedEmail } from '#api/app/accounts/change-shared-email.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { find } from '#api/identity/accounts/repository.ts'
import { type Answer, type Call, UsageError } from '../command.ts'
import { withContext } from './with-context.ts'

export async function changeEmail(call: Call): Promise<Answer> {
  const { id, email } = readArguments(call)
  const { db } = await call.installation()
  const account = await find(db, id)
  if (!account) throw new NotDone(`There is no account ${id}.`)
  if (!(await call.confirm(`${account.email} becomes ${email}?`))) throw new NotDone('Nothing was changed.')
  await withContext(call, (context) => changeSharedEmail(context, id, email))
  return {
    lines: [`The account has the address ${email} now. Both addresses are emailed about it.`],
    json: { id, email },
  }
}

function readArguments({ positionals: [id, typed, ...rest] }: Pick<Call, 'positionals'>) {
  if (id === undefined || typed === undefined || rest.length > 0)
    throw new UsageError('Give the id of an account and its new email, and nothing else.')
  const [known, email] = [z.safeParse(z.uuid(), id), z.safeParse(Email, typed)]
  if (!known.success) throw new UsageError(`${id} is no id of an account: see countersign doctor.`)
  if (!email.success) throw new UsageError(`${typed} is no email address.`)
  return { id: known.data, email: email.data }
}

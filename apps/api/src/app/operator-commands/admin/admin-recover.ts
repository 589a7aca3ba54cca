import { canonicalEmail } from '@countersign/contract/email.ts'
import { type Recovery, recoverAccount, type RecoveryResult } from '#api/app/accounts/recover-account.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { findByEmail } from '#api/identity/accounts/repository.ts'
import { listFactors } from '#api/identity/second-factors/repository.ts'
import { listOpen } from '#api/identity/sessions/repository.ts'
import type { Database } from '#api/platform/db/connect.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Answer, type Call, onlyPositional } from '../command.ts'
import { withContext } from './with-context.ts'

type RecoverCall = Call<
  Readonly<Record<'end-sessions' | 'remove-second-factor' | 'reset-password' | 'unlock', boolean>>
>

export async function recover(call: RecoverCall): Promise<Answer> {
  const email = canonicalEmail(onlyPositional(call, 'one email address'))
  const { db } = await call.installation()
  const account = await findByEmail(db, email)
  if (!account) throw new NotDone(`There is no account ${email}.`)
  const recovery = readRecovery(call)
  return Object.values(recovery).some(Boolean) ? change(call, account, recovery) : show(db, account)
}

function readRecovery({ options: given }: RecoverCall): Recovery {
  return {
    endSessions: given['end-sessions'],
    removeSecondFactors: given['remove-second-factor'],
    resetPassword: given['reset-password'],
    unlock: given.unlock,
  }
}

async function show(db: Database, account: Account): Promise<Answer> {
  const factors = await listFactors(db, account.id)
  const sessions = await listOpen(db, account.id, new Date())
  const { email, hasPassword } = account
  return {
    lines: [
      `${email}: ${counted(sessions.length, 'session')}, ${counted(factors.length, 'second factor')}, ${hasPassword ? 'a password' : 'no password (company sign-in)'}`,
      'Nothing was changed. What you can do: --end-sessions, --remove-second-factor, --reset-password, --unlock',
    ],
    json: { email, sessions: sessions.length, secondFactors: factors.length, hasPassword },
  }
}

const inWords: Readonly<Record<keyof Recovery, string>> = {
  endSessions: 'sign them out everywhere',
  removeSecondFactors: 'remove all their second factors and sign them out everywhere',
  resetPassword: 'email them a link to set a new password',
  unlock: 'forget failed attempts',
}

async function change(call: RecoverCall, account: Account, recovery: Recovery): Promise<Answer> {
  const chosen = (Object.keys(inWords) as (keyof Recovery)[]).filter((name) => recovery[name])
  const question = `${account.email}: ${chosen.map((name) => inWords[name]).join(', ')}?`
  if (!(await call.confirm(question))) throw new NotDone('Nothing was changed.')
  const result = await withContext(call, (context) => recoverAccount(context, account.id, recovery))
  return {
    lines: [...describe(result), `${account.email} is emailed about it.`],
    json: { email: account.email, ...result },
  }
}

function describe({ sessionsEnded, secondFactorsRemoved, isLinkSent, isUnlocked }: RecoveryResult): string[] {
  return [
    ...(sessionsEnded === null ? [] : [`${counted(sessionsEnded, 'session')} ended.`]),
    ...(secondFactorsRemoved === null
      ? []
      : [`${counted(secondFactorsRemoved, 'second factor')} removed, and all recovery codes.`]),
    ...(isLinkSent ? ['A link to set a new password is on its way; it works for an hour.'] : []),
    ...(isUnlocked ? ['Failed attempts are forgotten.'] : []),
  ]
}

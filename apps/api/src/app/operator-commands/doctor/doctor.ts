import { type Answer, type Call, noPositionals } from '../command.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkClock, checkDatabase, checkMasterKey, checkRoles } from './check-database.ts'
import { checkPayment } from './check-payment.ts'
import { checkReplica } from './check-replica.ts'
import { checkEmail } from './check-email.ts'
import { checkCertificates, checkOffice, checkPublicAddress, checkServices } from './check-services.ts'
import { checkSettings } from './check-settings.ts'
import { checkStore } from './check-store.ts'
import { checkTimestamps } from './check-timestamps.ts'
import { checkTrustLists } from './check-trust-lists.ts'
import { checkBackups, checkJobs, checkWorkers } from './check-work.ts'
import { type Examination, isReached, openExamination } from './examination.ts'
import { carryOut, type Finding } from './finding.ts'
import { isSetUp } from '#api/app/installation/repository.ts'
import { counted } from '#api/platform/values/counted.ts'

/** In this order in the answer. */
const checks: readonly (readonly [
  string,
  (examination: Examination) => readonly Finding[] | Promise<readonly Finding[]>,
])[] = [
  ['settings', checkSettings],
  ['database', checkDatabase],
  ['roles', checkRoles],
  ['replica', checkReplica],
  ['clock', checkClock],
  ['addresses', checkAddresses],
  ['master key', checkMasterKey],
  ['documents', checkStore],
  ['timestamps', checkTimestamps],
  ['email', checkEmail],
  ['services', checkServices],
  ['payment', checkPayment],
  ['certificates', checkCertificates],
  ['trust lists', checkTrustLists],
  ['workers', checkWorkers],
  ['jobs', checkJobs],
  ['backups', checkBackups],
  ['public address', checkPublicAddress],
  ['LibreOffice', checkOffice],
]

export async function examine(call: Pick<Call, 'positionals' | 'environment'>): Promise<Answer> {
  noPositionals(call)
  const examination = await openExamination(call.environment)
  try {
    const withoutDatabase = await withoutEmptyDatabase(examination)
    const found = await Promise.all(
      checks.map(([part, check]) =>
        carryOut(part, async () => check(part === 'database' ? examination : withoutDatabase)),
      ),
    )
    const findings = found.flat()
    const hasFailed = findings.some(({ state }) => state === 'failed')
    return {
      status: hasFailed ? 1 : 0,
      lines: [...findings.flatMap(describe), '', conclude(findings)],
      json: { status: hasFailed ? 'failed' : 'ok', findings },
    }
  } finally {
    if (isReached(examination.database)) await examination.database.close()
  }
}

/** An empty database is one finding; all else is checked as if it were down. */
async function withoutEmptyDatabase(examination: Examination): Promise<Examination> {
  const { database } = examination
  if (!isReached(database) || (await isSetUp(database.owner))) return examination
  return { ...examination, database: { unreachable: 'it is empty' } }
}

const signs = { ok: '✓', warning: '!', failed: '✗' }

function describe({ part, state, found, advice }: Finding): string[] {
  const line = `${signs[state]} ${state.padEnd(7)}  ${part}: ${found}`
  return advice === undefined ? [line] : [line, `             ${advice}`]
}

function conclude(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  return `${count('ok')} ok, ${counted(count('warning'), 'warning')}, ${count('failed')} failed`
}

import { canonicalEmail } from '@countersign/contract/email.ts'
import { findAddressesConverted } from '#api/app/installation/repository.ts'
import { findExact, listRespelled } from '#api/identity/accounts/respelling-repository.ts'
import { type Examination, isReached } from './examination.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('addresses')

/** Whether each mailbox has one account, under the one form of its address. */
export async function checkAddresses({ database }: Examination): Promise<readonly Finding[]> {
  if (!isReached(database)) return []
  const { db } = database
  if ((await findAddressesConverted(db)) === null)
    return [
      warning(
        'those of earlier releases aren’t in one form yet',
        'It happens within minutes, once no process of an earlier release and at least one worker runs.',
      ),
    ]
  const findings: Finding[] = []
  for (const { id, email } of await listRespelled(db)) {
    const holder = await findExact(db, canonicalEmail(email))
    if (!holder) continue
    findings.push(
      warning(
        `account ${id} (${email}) has the mailbox of account ${holder.id} (${holder.email}), and nobody can sign in to it`,
        `Give it another address: countersign admin change-email ${id} NEW-ADDRESS`,
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('each mailbox has one account at most')]
}

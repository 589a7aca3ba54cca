import { confirmUserEmail, deleteUser, updateUser } from '@countersign/contract/accounts.ts'
import { confirmationIn } from '#api/testing/reply.ts'
import { someEmail } from '#api/testing/request-actions.ts'
import { runJobOnce } from '#api/testing/run-job.ts'
import { type Action, ask, some } from './act.ts'

export const rename: Action = async (world) => {
  const person = world.random.pick(world.accounts)
  const body = { lastName: `Keller ${world.random.int(100)}` }
  await ask(world, person.firstName, updateUser, { body }, person.as)
}

/** Who was asked under the old email signs under the new one. */
export const changeEmail: Action = async (world) => {
  const { accounts, former, mobiles, random, stage } = world
  const person = random.pick(accounts)
  const email = someEmail(person.firstName.toLowerCase())
  mobiles.set(email, mobiles.get(person.email) ?? '')
  const body = { email, password: person.password }
  const reply = await ask(world, person.firstName, updateUser, { body }, person.as)
  if (!reply.ok) return
  // While the mail server fails, nobody confirms.
  const mail = await stage.api.inbox.next(email).catch(() => null)
  if (mail === null) return
  const { token } = confirmationIn(mail)
  const changed = await ask(world, person.firstName, confirmUserEmail, { body: { token } }, person.as)
  former.set(email, [person.email, ...(former.get(person.email) ?? [])])
  const place = accounts.indexOf(person)
  if (changed.ok && place >= 0) accounts[place] = { ...person, email }
}

/** Two people stay, or nobody would be left to look. */
export const deleteAccount: Action = async (world) => {
  if (world.accounts.length <= 2) return
  const person = world.random.pick(world.accounts)
  world.accounts.splice(world.accounts.indexOf(person), 1)
  await ask(world, person.firstName, deleteUser, { body: { password: person.password } }, person.as)
}

/** Time passes for one request: it is over, or soon. */
export const expire: Action = async (world) => {
  const id = some(world)
  const { owner } = world.stage
  await owner.query(`UPDATE signature_requests SET expires_at = now() WHERE id = $1 AND status = 'OPEN'`, [
    id,
  ])
  await runJobOnce(owner, 'expire-requests')
  world.story.push(`time ends ${id}`)
}
export const fail: Action = async ({ stage: { api }, random, story }) => {
  const [party, kind] = random.pick([
    ['tsa', 'status_503'],
    ['tsa', 'refused'],
    ['smtp', 'temporary_failure'],
  ] as const)
  await api.fault(party, kind, 1 + random.int(3))
  story.push(`${party} fails`)
}

import { deleteUser, updateUser } from '@countersign/contract/accounts.ts'
import { runJobOnce } from '#api/testing/run-job.ts'
import { type Action, ask, some } from './act.ts'

export const rename: Action = async (world) => {
  const person = world.random.pick(world.accounts)
  const body = { lastName: `Keller ${world.random.int(100)}` }
  await ask(world, person.firstName, updateUser, { body }, person.as)
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

import { deleteUser, updateUser } from '@countersign/contract/accounts.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import type { Endpoint, InputOf } from '@countersign/contract/endpoint.ts'
import { addObserver, removeObserver } from '@countersign/contract/observers.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import type { Person } from '#api/testing/api.ts'
import { someEmail } from '#api/testing/request-actions.ts'
import { runJobOnce } from '#api/testing/run-job.ts'
import { linkOf, type World } from './world.ts'

export type Action = (world: World) => Promise<void>

/** Anything but a declared refusal is thrown by the caller itself. */
async function ask<E extends Endpoint>(
  world: World,
  who: string,
  endpoint: E,
  input: InputOf<E>,
  as: string,
) {
  const reply = await world.stage.api.ask(endpoint, input, as)
  world.story.push(`${who} ${endpoint.name} ${JSON.stringify(input)}: ${reply.ok ? 'ok' : reply.error.key}`)
  return reply
}

const some = ({ random, requests: ids }: World): string => random.pick(ids)
/** Mostly one who has to do with the request. */
async function someoneOf({ stage: { owner }, random, accounts }: World, id: string): Promise<Person> {
  const { rows } = await owner.query<{ email: string }>(
    `SELECT a.email FROM request_access JOIN accounts a ON a.id = account_id WHERE request_id = $1 ORDER BY 1`,
    [id],
  )
  const concerned = accounts.filter(({ email }) => rows.some((row) => row.email === email))
  return random.pick(random.chance(0.85) && concerned.length > 0 ? concerned : accounts)
}

async function look(world: World, id: string, person: Person): Promise<SignatureRequest | null> {
  const seen = await ask(world, person.firstName, requests.getSignatureRequest, { params: { id } }, person.as)
  return seen.ok ? seen.body : null
}

const order = (id: string) => ({
  body: { signatureRequests: [{ signatureRequestId: id, signingName: 'Gina Guest' }] },
})
const signAsAccount: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const reply = await ask(world, person.firstName, sign, order(id), person.as)
  if (reply.ok) noteSigned(world, reply.body.signatures)
}
const signAsGuest: Action = async (world) => {
  const email = world.random.pick(world.guests)
  const id = some(world)
  const as = await linkOf(world, email, id)
  if (as === null) return
  const reply = await ask(world, email, signDirect, order(id), as)
  if (reply.ok) noteSigned(world, reply.body.signatures)
}
function noteSigned(world: World, signatures: readonly { status: string; signatureId: string }[]): void {
  for (const { status, signatureId } of signatures) if (status === 'SIGNED') world.signed.add(signatureId)
}

const decline: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { message: 'No' } }
  const reply = await ask(world, person.firstName, requests.declineSignatureRequest, input, person.as)
  if (reply.ok) world.ended.set(id, 'DECLINED')
}
const declineAsGuest: Action = async (world) => {
  const email = world.random.pick(world.guests)
  const id = some(world)
  const as = await linkOf(world, email, id)
  if (as === null) return
  const reply = await ask(world, email, requests.declineDirect, { params: { id }, body: { message: '' } }, as)
  if (reply.ok) world.ended.set(id, 'DECLINED')
}
const withdraw: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { message: '' } }
  const reply = await ask(world, person.firstName, requests.withdrawSignatureRequest, input, person.as)
  if (reply.ok) world.ended.set(id, 'WITHDRAWN')
}
const remove: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const reply = await ask(
    world,
    person.firstName,
    requests.deleteSignatureRequest,
    { params: { id }, query: {} },
    person.as,
  )
  if (reply.ok && reply.body.outcome === 'withdrawn') world.ended.set(id, 'WITHDRAWN')
}
const remind: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: {} }
  await ask(world, person.firstName, requests.remindSigners, input, person.as)
}

const anyEmail = (world: World) =>
  world.random.pick([...world.accounts.map(({ email }) => email), ...world.guests, someEmail('new')])
const delegate: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { email: anyEmail(world), message: '' } }
  await ask(world, person.firstName, requests.delegateSignature, input, person.as)
}
const delegateAsGuest: Action = async (world) => {
  const email = world.random.pick(world.guests)
  const id = some(world)
  const as = await linkOf(world, email, id)
  if (as === null) return
  const input = { params: { id }, body: { email: anyEmail(world), message: '' } }
  await ask(world, email, requests.delegateSignature, input, as)
}
const observe: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { email: anyEmail(world) } }
  await ask(world, person.firstName, addObserver, input, person.as)
}
const unobserve: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id, obs: anyEmail(world) } }
  await ask(world, person.firstName, removeObserver, input, person.as)
}

/** The owner corrects the signers that they see: one less, one more, another email or another turn. */
const correct: Action = async (world) => {
  const { random } = world
  const id = some(world)
  const person = await someoneOf(world, id)
  const seen = await look(world, id, person)
  if (seen?.viewer.role !== 'owner') return
  const kept = seen.signatures
    .filter(() => random.chance(0.85))
    .map(({ sid, signer_identity_data: { email_address: email }, sequence }) => ({
      sid,
      signer_identity_data: { email_address: random.chance(0.2) ? anyEmail(world) : email },
      sequence: random.chance(0.2) ? random.pick([-1, 1, 2]) : sequence,
    }))
  const added = random.chance(0.3) ? [{ account_email: anyEmail(world), sequence: random.pick([-1, 1]) }] : []
  const body = {
    signatures: [...kept, ...added],
    ...(random.chance(0.3) ? { title: `Lease ${random.int(100)}` } : {}),
    ...(random.chance(0.5) ? { updated_at: seen.updated_at } : {}),
  }
  await ask(
    world,
    person.firstName,
    requests.updateSignatureRequest,
    { params: { id }, body } as InputOf<typeof requests.updateSignatureRequest>,
    person.as,
  )
}
const addSigner: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { account_email: anyEmail(world) } }
  await ask(world, person.firstName, requests.addSignature, input, person.as)
}
const removeSigner: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const seen = await look(world, id, person)
  if (!seen || seen.signatures.length === 0) return
  const sigId = world.random.pick(seen.signatures).sid
  await ask(
    world,
    person.firstName,
    requests.removeSignature,
    { params: { id, sigId }, query: {} },
    person.as,
  )
}
const fillIn: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const seen = await look(world, id, person)
  const own = seen?.signatures.find((one) => one.is_viewer)
  const field = own?.document_signatures.flatMap(({ fields }) => fields)[0]
  if (!own || !field) return
  const input = { params: { id, sigId: own.sid }, body: { fields: [{ id: field.id, value: 'Flat 4' }] } }
  await ask(world, person.firstName, saveFieldInput, input, person.as)
}
const copy: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id } }
  const reply = await ask(world, person.firstName, requests.copySignatureRequest, input, person.as)
  if (!reply.ok || world.requests.length > 5) return
  world.requests.push(reply.body.id)
  await ask(
    world,
    person.firstName,
    requests.initiateSignatureRequest,
    { params: { id: reply.body.id }, body: {} },
    person.as,
  )
}
const read: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const seen = await look(world, id, person)
  const document = seen?.documents[0]
  if (!document) return
  const input = { params: { id: document.id }, query: { signed: 'true' as const } }
  await ask(world, person.firstName, downloadDocument, input, person.as)
}
const rename: Action = async (world) => {
  const person = world.random.pick(world.accounts)
  const body = { lastName: `Keller ${world.random.int(100)}` }
  await ask(world, person.firstName, updateUser, { body }, person.as)
}

/** Two people stay, or nobody would be left to look. */
const deleteAccount: Action = async (world) => {
  if (world.accounts.length <= 2) return
  const person = world.random.pick(world.accounts)
  world.accounts.splice(world.accounts.indexOf(person), 1)
  await ask(world, person.firstName, deleteUser, { body: { password: person.password } }, person.as)
}

/** Time passes for one request: it is over, or soon. */
const expire: Action = async (world) => {
  const id = some(world)
  const { owner } = world.stage
  await owner.query(`UPDATE signature_requests SET expires_at = now() WHERE id = $1 AND status = 'OPEN'`, [
    id,
  ])
  await runJobOnce(owner, 'expire-requests')
  world.story.push(`time ends ${id}`)
}
const fail: Action = async ({ stage: { api }, random, story }) => {
  const [party, kind] = random.pick([
    ['tsa', 'status_503'],
    ['tsa', 'refused'],
    ['smtp', 'temporary_failure'],
  ] as const)
  await api.fault(party, kind, 1 + random.int(3))
  story.push(`${party} fails`)
}

const weighted: readonly (readonly [weight: number, act: Action])[] = [
  [12, signAsAccount],
  [8, signAsGuest],
  [2, decline],
  [1, declineAsGuest],
  [2, withdraw],
  [2, remove],
  [2, remind],
  [4, delegate],
  [2, delegateAsGuest],
  [2, observe],
  [2, unobserve],
  [6, correct],
  [3, addSigner],
  [3, removeSigner],
  [3, fillIn],
  [2, copy],
  [2, read],
  [1, rename],
  [1, deleteAccount],
  [1, expire],
  [1, fail],
]
export const actions: readonly Action[] = weighted.flatMap(([weight, act]) =>
  Array.from({ length: weight }, () => act),
)

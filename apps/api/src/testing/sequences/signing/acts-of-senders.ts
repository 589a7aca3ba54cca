import { downloadDocument } from '@countersign/contract/documents.ts'
import { addObserver, removeObserver } from '@countersign/contract/observers.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { type Action, anyEmail, ask, look, some, someoneOf } from './act.ts'

export const withdraw: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { message: '' } }
  const reply = await ask(world, person.firstName, requests.withdrawSignatureRequest, input, person.as)
  if (reply.ok) world.ended.set(id, 'WITHDRAWN')
}
export const remove: Action = async (world) => {
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
export const remind: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: {} }
  await ask(world, person.firstName, requests.remindSigners, input, person.as)
}

export const observe: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { email: anyEmail(world) } }
  await ask(world, person.firstName, addObserver, input, person.as)
}
export const unobserve: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id, obs: anyEmail(world) } }
  await ask(world, person.firstName, removeObserver, input, person.as)
}

/** The owner corrects the signers that they see: one less, one more, another email or another turn. */
export const correct: Action = async (world) => {
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
  await ask(world, person.firstName, requests.updateSignatureRequest, { params: { id }, body }, person.as)
}
export const addSigner: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { account_email: anyEmail(world) } }
  await ask(world, person.firstName, requests.addSignature, input, person.as)
}
export const removeSigner: Action = async (world) => {
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
export const copy: Action = async (world) => {
  if (world.requests.length > 5) return
  const id = some(world)
  const person = await someoneOf(world, id)
  const reply = await ask(
    world,
    person.firstName,
    requests.copySignatureRequest,
    { params: { id } },
    person.as,
  )
  if (reply.ok) world.requests.push(reply.body.id)
}
/** Of a draft; anything else is refused. */
export const send: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: {} }
  await ask(world, person.firstName, requests.initiateSignatureRequest, input, person.as)
}
export const addFile: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const body = { name: 'Annex.pdf', content: aPdf().toString('base64') }
  const reply = await world.stage.api.ask(
    requests.addDocument,
    { params: { id }, body, query: {} },
    person.as,
  )
  world.story.push(`${person.firstName} addDocument ${id}: ${reply.ok ? 'ok' : reply.error.key}`)
}
export const read: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const seen = await look(world, id, person)
  const document = seen?.documents[0]
  if (!document) return
  const input = { params: { id: document.id }, query: { signed: 'true' as const } }
  await ask(world, person.firstName, downloadDocument, input, person.as)
}

import * as requests from '@countersign/contract/signature-requests.ts'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { type Action, anyEmail, ask, look, some, someoneOf } from './act.ts'
import { linkOf, type World } from './world.ts'

const order = (id: string, tan?: string) => ({
  body: { signatureRequests: [{ signatureRequestId: id, signingName: 'Gina Guest' }], tan },
})
export const signAsAccount: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const signer = { who: person.firstName, email: person.email, as: person.as }
  await signWithCode(world, id, sign, signer)
}
export const signAsGuest: Action = async (world) => {
  const email = world.random.pick(world.guests)
  const id = some(world)
  const as = await linkOf(world, email, id)
  if (as !== null) await signWithCode(world, id, signDirect, { who: email, email, as })
}
/** Where a code is asked for, mostly with the newest that came; some give up there. */
async function signWithCode(
  world: World,
  id: string,
  endpoint: typeof sign | typeof signDirect,
  { who, email, as }: { readonly who: string; readonly email: string; readonly as: string },
): Promise<void> {
  const reply = await ask(world, who, endpoint, order(id), as)
  if (!reply.ok) return
  noteSigned(world, reply.body.signatures)
  const isAsked = reply.body.signatures.some(({ step }) => step?.kind === 'TAN')
  if (!isAsked || world.random.chance(0.2)) return
  const [newest] = await world.stage.api.inbox.list(world.mobiles.get(email) ?? '')
  const tan = world.random.chance(0.1) ? '000000' : newest?.text.match(/\d{6}/)?.[0]
  if (tan === undefined) return
  const given = await ask(world, who, endpoint, order(id, tan), as)
  if (given.ok) noteSigned(world, given.body.signatures)
}
function noteSigned(world: World, signatures: readonly { status: string; signatureId: string }[]): void {
  for (const { status, signatureId } of signatures) if (status === 'SIGNED') world.signed.add(signatureId)
}

export const decline: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { message: 'No' } }
  const reply = await ask(world, person.firstName, requests.declineSignatureRequest, input, person.as)
  if (reply.ok) world.ended.set(id, 'DECLINED')
}
export const declineAsGuest: Action = async (world) => {
  const email = world.random.pick(world.guests)
  const id = some(world)
  const as = await linkOf(world, email, id)
  if (as === null) return
  const reply = await ask(world, email, requests.declineDirect, { params: { id }, body: { message: '' } }, as)
  if (reply.ok) world.ended.set(id, 'DECLINED')
}
export const delegate: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const input = { params: { id }, body: { email: anyEmail(world), message: '' } }
  await ask(world, person.firstName, requests.delegateSignature, input, person.as)
}
export const delegateAsGuest: Action = async (world) => {
  const email = world.random.pick(world.guests)
  const id = some(world)
  const as = await linkOf(world, email, id)
  if (as === null) return
  const input = { params: { id }, body: { email: anyEmail(world), message: '' } }
  await ask(world, email, requests.delegateSignature, input, as)
}
export const fillIn: Action = async (world) => {
  const id = some(world)
  const person = await someoneOf(world, id)
  const seen = await look(world, id, person)
  const own = seen?.signatures.find((one) => one.is_viewer)
  const field = own?.document_signatures.flatMap(({ fields }) => fields)[0]
  if (!own || !field) return
  const input = { params: { id, sigId: own.sid }, body: { fields: [{ id: field.id, value: 'Flat 4' }] } }
  await ask(world, person.firstName, saveFieldInput, input, person.as)
}

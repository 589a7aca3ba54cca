import type { Endpoint, InputOf } from '@countersign/contract/endpoint.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { Person } from '#api/testing/api.ts'
import { someEmail } from '#api/testing/request-actions.ts'
import type { World } from './world.ts'

export type Action = (world: World) => Promise<void>

/** Anything but a declared refusal is thrown by the caller itself. */
export async function ask<E extends Endpoint>(
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

export const some = ({ random, requests: ids }: World): string => random.pick(ids)
/** Mostly one who has to do with the request. */
export async function someoneOf({ stage: { owner }, random, accounts }: World, id: string): Promise<Person> {
  const { rows } = await owner.query<{ email: string }>(
    `SELECT a.email FROM request_access JOIN accounts a ON a.id = account_id WHERE request_id = $1 ORDER BY 1`,
    [id],
  )
  const concerned = accounts.filter(({ email }) => rows.some((row) => row.email === email))
  return random.pick(random.chance(0.85) && concerned.length > 0 ? concerned : accounts)
}

/** The request as the person sees it; null where they don't. */
export async function look(world: World, id: string, person: Person): Promise<SignatureRequest | null> {
  const seen = await ask(world, person.firstName, requests.getSignatureRequest, { params: { id } }, person.as)
  return seen.ok ? seen.body : null
}

export const anyEmail = (world: World) =>
  world.random.pick([...world.accounts.map(({ email }) => email), ...world.guests, someEmail('new')])

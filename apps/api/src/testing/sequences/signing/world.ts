import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type pg from 'pg'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { connect } from '#api/platform/db/connect.ts'
import { aPdf } from '#api/testing/pdf.ts'
import type { Random } from '#api/testing/sequences/random.ts'
import { someMobile } from '#api/testing/approve.ts'
import { someEmail } from '#api/testing/request-actions.ts'
import { aDraft, guestOf } from '#api/testing/signature-request.ts'
import { aGroupRequest } from '#api/testing/signer-group.ts'
import { aField } from '#api/testing/signer-fields.ts'

/** The product, on which many sequences run one after the other. */
export interface Stage {
  readonly api: TestApi
  readonly owner: pg.Pool
  stop(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const api = await startTestApi({ environment: { TRUST_PROXY: '1' } })
  const owner = connect(api.connection, 'owner', 2, () => {})
  return {
    api,
    owner,
    stop: async () => {
      await owner.end()
      await api.stop()
    },
  }
}

/** The people and requests of one sequence, and what they were told. */
export interface World {
  readonly stage: Stage
  readonly random: Random
  /** Those who have not deleted theirs. */
  readonly accounts: Person[]
  /** Their emails: they sign by a link. */
  readonly guests: readonly string[]
  /** Where the codes of each of them go, by their email. */
  readonly mobiles: Map<string, string>
  /** The emails that someone had before, by the one they have. */
  readonly former: Map<string, readonly string[]>
  /** The ids of all requests, drafts included. */
  readonly requests: string[]
  /** Signatures that someone was told are made. */
  readonly signed: Set<string>
  /** Requests that someone was told have ended, and how. */
  readonly ended: Map<string, SignatureRequest['status_overall']>
  /** What each step did, for reading. */
  readonly story: string[]
}

export async function aWorld(stage: Stage, random: Random): Promise<World> {
  const { api } = stage
  const accounts = await Promise.all(
    ['Ben', 'Anna', 'Carl', 'Dora'].map((firstName) => api.person({ firstName })),
  )
  const guests = ['gina', 'hugo'].map((name) => someEmail(name))
  const world: World = {
    stage,
    random,
    accounts,
    guests,
    mobiles: new Map(
      [...accounts.map(({ email }) => email), ...guests].map((email) => [email, someMobile()]),
    ),
    former: new Map(),
    requests: [],
    signed: new Set(),
    ended: new Map(),
    story: [],
  }
  for (let count = 0; count < 2; count += 1) world.requests.push(await aSentRequest(world))
  return world
}

/** With one to four signers, who sign in turns or as they like. */
async function aSentRequest({ stage: { api }, random, accounts, guests, mobiles }: World): Promise<string> {
  const owner = random.pick(accounts)
  const emails = [...accounts.map(({ email }) => email), ...guests]
  const signers = random
    .shuffle(emails)
    .slice(0, 1 + random.int(4))
    .map((email, index) => ({
      email,
      sequence: random.pick([-1, -1, 1, 2]),
      signer_identity_data: { email_address: email, mobile_number: mobiles.get(email) ?? null },
      fields: random.chance(0.3) ? [aField(index, { value: 'Flat 3' })] : [],
    }))
  const documents = Array.from({ length: 1 + random.int(2) }, () => aPdf())
  if (random.chance(0.25)) {
    const members = random
      .shuffle(emails)
      .slice(0, 3)
      .map((email) => ({ email }))
    const { request } = await aGroupRequest(api, {
      owner,
      documents,
      members,
      signers: signers
        .slice(0, 1)
        .map(({ email, sequence, signer_identity_data }) => ({ email, sequence, signer_identity_data })),
    })
    return request.id
  }
  // A code confirms an advanced signature.
  const level = random.chance(0.3) ? ({ quality: 'AES', legislation: 'ZERTES' } as const) : {}
  const draft = await aDraft(api, { owner, documents, signers, ...level })
  await api.call(requests.initiateSignatureRequest, { params: { id: draft.id } }, owner.as)
  return draft.id
}

/** How a guest comes in, by each link to the request in their emails, the newest first. */
export async function linksOf({ stage: { api } }: World, email: string, id: string): Promise<string[]> {
  const messages = await api.inbox.list(email)
  const links = messages.flatMap((message) => message.links).filter((one) => one.includes(`/view/${id}/`))
  return [...new Set(links.map((link) => guestOf(link).as))]
}

/** By the newest; null if there is none. */
export async function linkOf(world: World, email: string, id: string): Promise<string | null> {
  return (await linksOf(world, email, id))[0] ?? null
}

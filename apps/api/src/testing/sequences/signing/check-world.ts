import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { validateDocument } from '@countersign/contract/validations.ts'
import type { Person } from '#api/testing/api.ts'
import { aNetwork } from '#api/testing/caller.ts'
import { lookInto } from '#api/testing/request-actions.ts'
import { linksOf, type World } from './world.ts'

/** A request, and one of those who see it. */
interface Seen {
  readonly request: SignatureRequest
  readonly reader: Person
}

/** What is not as it has to be once all has settled; nothing, if all is well. */
export async function checkWorld(world: World): Promise<string[]> {
  const problems = [
    ...(await checkLeftovers(world)),
    ...(await lookInto(() => world.stage.api).breaks()).map((one) => JSON.stringify(one)),
  ]
  const seen = new Map<string, Seen>()
  for (const person of world.accounts) problems.push(...(await checkListOf(world, person, seen)))
  for (const one of seen.values()) problems.push(...(await checkRequest(world, one)))
  return problems
}

/** All jobs and emails of the sequence are done. */
async function checkLeftovers({ stage: { owner }, requests: ids }: World): Promise<string[]> {
  const { rows: jobs } = await owner.query<{ task: string; error: string | null }>(
    `SELECT task_identifier AS task, last_error AS error FROM graphile_worker.jobs WHERE last_error IS NOT NULL`,
  )
  const { rows: emails } = await owner.query<{ kind: string; state: string }>(
    // What nobody needs any longer is dropped, with its words.
    `SELECT kind, state FROM mails WHERE request_id = ANY ($1) AND state <> 'sent' AND input ? 'encrypted'`,
    [ids],
  )
  const { rows: open } = await owner.query<{ id: string }>(
    // What waits for a code isn't being made.
    `SELECT g.signature_id AS id FROM signings g LEFT JOIN approvals a ON a.id = g.approval_id
      WHERE g.request_id = ANY ($1) AND g.status = 'OPEN' AND a.status IS DISTINCT FROM 'OPEN'`,
    [ids],
  )
  return [
    ...jobs.map(({ task, error }) => `the job ${task} failed: ${error}`),
    ...emails.map(({ kind, state }) => `an email (${kind}) is ${state}`),
    ...open.map(({ id }) => `the signature ${id} is still being made`),
  ]
}

/** The dashboard has what the person may open, each as its page shows it, and counts it. */
async function checkListOf(
  { stage: { api }, requests: ids }: World,
  person: Person,
  seen: Map<string, Seen>,
): Promise<string[]> {
  const list = await api.call(requests.listSignatureRequests, { query: { size: '100' } }, person.as)
  const problems: string[] = []
  const wrong = (id: string, what: string) => problems.push(`${person.firstName}’s list, ${id}: ${what}`)
  for (const id of ids) {
    const reply = await api.ask(requests.getSignatureRequest, { params: { id } }, person.as)
    const item = list.items.find((one) => one.id === id)
    if (reply.ok !== Boolean(item)) wrong(id, `listed ${Boolean(item)}, opened ${reply.ok}`)
    if (!reply.ok || !item) continue
    const { body: request } = reply
    seen.set(id, { request, reader: person })
    const shown = request.signatures.map(
      (one) => `${one.signer_identity_data.email_address} ${one.status_code}`,
    )
    const listed = item.signers.map((one) => `${one.email} ${one.status_code}`)
    if (item.title !== request.title) wrong(id, `${item.title} is ${request.title}`)
    if (item.status !== request.viewer.status) wrong(id, `${item.status} is ${request.viewer.status}`)
    if (item.status_overall !== request.status_overall) wrong(id, `${item.status_overall} overall`)
    if (item.updated_at !== request.updated_at) wrong(id, `updated ${item.updated_at}, ${request.updated_at}`)
    if (item.completed_at !== request.completed_at) wrong(id, `completed ${item.completed_at}`)
    if (item.owner.email !== request.owner.email || item.owner.name !== request.owner.name)
      wrong(id, `owner ${item.owner.name} is ${request.owner.name}`)
    if (shown.toSorted().join() !== listed.toSorted().join())
      wrong(id, `${listed.join()} are ${shown.join()}`)
  }
  const states = Object.keys(list.counts) as (keyof typeof list.counts)[]
  for (const state of states) {
    const amount = list.items.filter(({ status }) => status === state).length
    if (amount !== list.counts[state]) wrong(state, `${list.counts[state]} are counted, ${amount} listed`)
  }
  return problems
}

const endOf: Partial<Record<SignatureRequest['status_overall'], string>> = {
  DECLINED: 'declined',
  WITHDRAWN: 'withdrawn',
  EXPIRED: 'expired',
}

async function checkRequest(world: World, { request, reader }: Seen): Promise<string[]> {
  const { id, status_overall: status, signatures } = request
  const problems: string[] = []
  const wrong = (what: string) => problems.push(`${id} (${status}): ${what}`)
  const states = signatures.map((one) => one.status_code)
  const told = world.ended.get(id)
  if (told && told !== status) wrong(`someone was told that it is ${told}`)
  if ((status === 'SIGNED') !== (states.length > 0 && states.every((one) => one === 'SIGNED')))
    wrong(states.join())
  if (status === 'OPEN' && !states.includes('OPEN')) wrong(`nobody can sign: ${states.join()}`)
  if (!['OPEN', 'DRAFT'].includes(status) && states.some((one) => ['OPEN', 'WAITING', 'DRAFT'].includes(one)))
    wrong(`someone is still asked: ${states.join()}`)
  if (status === 'DECLINED' && states.filter((one) => one === 'DECLINED').length !== 1) wrong(states.join())
  const events = await lookInto(() => world.stage.api).eventsOf(id)
  const types = events.map(({ type }) => type)
  const signed = signatures.filter((one) => one.status_code === 'SIGNED')
  if (types.filter((type) => type === 'signed').length !== signed.length)
    wrong(`${signed.length} have signed, the evidence has ${types.join()}`)
  const end = endOf[status]
  if (end && types.filter((type) => type === end).length !== 1) wrong(`evidence of its end: ${types.join()}`)
  problems.push(...(await checkSigners(world, request)), ...(await checkFiles(world, request, reader)))
  return problems
}

/** Those whose turn it is were told, and can come in; what was said to be signed is. */
async function checkSigners(
  world: World,
  { id, owner, signatures, status_overall }: SignatureRequest,
): Promise<string[]> {
  const problems: string[] = []
  const { stage, former } = world
  // Of the person who has or had this one.
  const allOf = (email: string) => {
    const all = [...former].map(([now, before]) => [now, ...before]).filter((one) => one.includes(email))
    return all.length > 0 ? all.flat() : [email]
  }
  const { rows } = await stage.owner.query<{ signature_id: string; recipient: string }>(
    'SELECT signature_id, recipient FROM mails WHERE request_id = $1',
    [id],
  )
  for (const { sid, status_code: status, has_account, signer_group, signer_identity_data } of signatures) {
    if (world.signed.has(sid) && status !== 'SIGNED')
      problems.push(`${id}: someone was told that ${sid} is signed`)
    if (status_overall !== 'OPEN' || status !== 'OPEN') continue
    const asked = signer_group?.members ?? [{ email: signer_identity_data.email_address }]
    for (const { email } of asked) {
      const person = world.accounts.find((one) => one.email === email)
      const emails = allOf(email)
      const known = rows.some((mail) => mail.signature_id === sid && emails.includes(mail.recipient))
      // Who has sent it knows.
      if (!known && !allOf(owner.email).includes(email)) problems.push(`${id}: ${email} wasn’t invited`)
      if (person || has_account) continue
      // Who has delegated one of two signatures has a link that is over, too.
      const replies = (await linksOf(world, email, id)).map((as) =>
        stage.api.ask(requests.getDirectSignatureRequest, { params: { id } }, as),
      )
      if (!(await Promise.all(replies)).some(({ ok }) => ok)) problems.push(`${id}: ${email} can’t come in`)
    }
  }
  return problems
}

/** Each file has the signatures that the request has, all of them valid. */
async function checkFiles(world: World, request: SignatureRequest, reader: Person): Promise<string[]> {
  const problems: string[] = []
  const { api } = world.stage
  for (const { id } of request.documents) {
    const file = await api.ask(downloadDocument, { params: { id }, query: { signed: 'true' } }, reader.as)
    if (!file.ok) {
      problems.push(`${request.id}: ${reader.firstName} can’t download it: ${file.error.key}`)
      continue
    }
    const form = new FormData()
    form.append('content', file.body, 'file.pdf')
    const found = await api.call(validateDocument, { query: {}, body: form } as never, undefined, aNetwork())
    const expected = request.signatures.filter(
      (one) => one.status_code === 'SIGNED' && one.document_signatures.some((doc) => doc.document_id === id),
    ).length
    if (found.signatures !== expected || found.validSignatures !== expected)
      problems.push(
        `${request.id}: ${found.validSignatures} of ${found.signatures} valid, ${expected} expected`,
      )
  }
  return problems
}

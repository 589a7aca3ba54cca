import type { FastifyInstance, FastifyReply } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { FaultBoard } from '../../faults/fault-board.ts'
import type { Subscribers } from '../../trust-services/subscribers.ts'
import { sendPage } from '../../http/page.ts'
import { acceptForms } from '../../trust-services/approval-routes.ts'
import { idAustriaPage } from './page.ts'
import { type Accounts, type Citizen, citizens } from './people.ts'

type Answers = { Params: { uid: string }; Body: URLSearchParams }

/** The page of ID Austria, and what someone answered on it. */
export function registerIdAustriaSignIn(
  scope: FastifyInstance,
  given: {
    mount: string
    provider: Provider
    accounts: Accounts
    subscribers: Subscribers
    faults: FaultBoard
  },
): void {
  const { mount, provider, accounts, subscribers, faults } = given
  acceptForms(scope)
  const openDetails = async (reply: FastifyReply) => {
    try {
      return await provider.interactionDetails(reply.request.raw, reply.raw)
    } catch {
      return undefined
    }
  }

  scope.get<Answers>(`${mount}/sign-in/:uid`, async (_request, reply) => {
    const details = await openDetails(reply)
    return details ? showPage(reply, details.params) : expired(reply)
  })

  scope.post<Answers>(`${mount}/sign-in/:uid`, async ({ body, raw }, reply) => {
    const details = await openDetails(reply)
    if (!details) return expired(reply)
    const isCancelled =
      body.get('choice') === 'cancel' || faults.take('id-austria', ['user_cancel']) !== undefined
    const citizen = isCancelled ? undefined : chosen(body)
    if (!isCancelled && !citizen)
      return showPage(reply.code(400), details.params, 'Enter names and a date of birth.')
    const found = citizen && changed(citizen, faults)
    if (found) makeKnown(subscribers, found, (body.get('email') ?? '').trim())
    const result: InteractionResults = found
      ? { login: { accountId: accounts.signIn(found), remember: false } }
      : { error: 'access_denied', error_description: 'Cancelled' }
    return reply.redirect(await provider.interactionResult(raw, reply.raw, result), 303)
  })
}

function chosen(form: URLSearchParams): Citizen | undefined {
  const person = form.get('person')
  if (person !== null) return citizens[Number(person)]
  const [givenName = '', surname = '', birthDate = ''] = ['givenName', 'surname', 'birthDate'].map((name) =>
    (form.get(name) ?? '').trim(),
  )
  const isWhole = givenName !== '' && surname !== '' && /^\d{4}-\d{2}-\d{2}$/.test(birthDate)
  return isWhole ? { givenName, surname, birthDate, level: 'high' } : undefined
}

/** The real one hands nothing on: there, someone registers the person with the trust service. */
function makeKnown(subscribers: Subscribers, { givenName, surname }: Citizen, email: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return
  const { mobile } = subscribers.byEmail(email)
  subscribers.set({ email, mobile, givenName, surname })
}

function changed(citizen: Citizen, faults: FaultBoard): Citizen {
  const fault = faults.take('id-austria', ['name_mismatch', 'level_too_low'])
  if (fault === 'name_mismatch') return { ...citizen, surname: `${citizen.surname}-Sandbox` }
  return fault === 'level_too_low' ? { ...citizen, level: 'substantial' } : citizen
}

function showPage(reply: FastifyReply, params: Record<string, unknown>, wrong?: string): FastifyReply {
  const action = reply.request.url
  const html = idAustriaPage({ action, people: citizens, ...(wrong ? { wrong } : {}) })
  return sendPage(reply, html, [String(params['redirect_uri'])])
}

function expired(reply: FastifyReply): FastifyReply {
  return reply.code(400).type('text/plain').send('This sign-in is over. Go back and begin again.\n')
}

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { FaultBoard } from '../faults/fault-board.ts'
import { sendPage } from '../http/page.ts'
import type { Employee, People } from './people.ts'
import { unverified } from './provider.ts'
import { signInPage } from './sign-in-page.ts'

type Answers = { Params: { uid: string }; Body: URLSearchParams }

/** The page on which people sign in, and what they answered on it. */
export function registerSignIn(
  scope: FastifyInstance,
  given: { mount: string; provider: Provider; people: People; faults: FaultBoard },
): void {
  const { mount, provider, people, faults } = given
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  scope.get<Answers>(`${mount}/sign-in/:uid`, async (request, reply) => {
    const details = await openDetails(provider, request.raw, reply)
    return details ? showPage(reply, details.params, people) : expired(reply)
  })

  scope.post<Answers>(`${mount}/sign-in/:uid`, async (request, reply) => {
    const details = await openDetails(provider, request.raw, reply)
    if (!details) return expired(reply)
    const cancelled =
      request.body.get('choice') === 'cancel' || faults.take('single_sign_on', ['user_cancel']) !== undefined
    const person = cancelled ? undefined : chosen(people, request.body)
    if (!cancelled && !person)
      return showPage(reply.code(400), details.params, people, 'Enter an email address.')
    const isUnverified = person && faults.take('single_sign_on', ['unverified_email']) !== undefined
    const result: InteractionResults = person
      ? { login: { accountId: isUnverified ? unverified(person) : person.subject, remember: false } }
      : { error: 'access_denied', error_description: 'Cancelled' }
    const next = await provider.interactionResult(request.raw, reply.raw, result)
    return reply.redirect(next, 303)
  })
}

async function openDetails(provider: Provider, request: FastifyReply['request']['raw'], reply: FastifyReply) {
  try {
    return await provider.interactionDetails(request, reply.raw)
  } catch {
    return undefined
  }
}

function chosen(people: People, form: URLSearchParams): Employee | undefined {
  const subject = form.get('subject')
  if (subject !== null) return people.bySubject(subject)
  const email = (form.get('email') ?? '').trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return undefined
  const known = people.byEmail(email)
  return people.add({
    ...(known ? { subject: known.subject } : {}),
    email,
    firstName: (form.get('firstName') ?? '').trim(),
    lastName: (form.get('lastName') ?? '').trim(),
    emailVerified: form.get('emailVerified') === 'yes',
  })
}

function showPage(
  reply: FastifyReply,
  params: Record<string, unknown>,
  people: People,
  wrong?: string,
): FastifyReply {
  const page = signInPage({
    action: reply.request.url,
    hint: typeof params['login_hint'] === 'string' ? params['login_hint'] : '',
    people: people.list(),
    ...(wrong ? { wrong } : {}),
  })
  return sendPage(reply, page, [String(params['redirect_uri'])])
}

function expired(reply: FastifyReply): FastifyReply {
  return reply.code(400).type('text/plain').send('This sign-in is over. Go back and begin again.\n')
}

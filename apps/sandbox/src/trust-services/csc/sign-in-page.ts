import type { FastifyInstance, FastifyReply } from 'fastify'
import { escaped } from '../../http/escaped.ts'
import { field, page, sendPage } from '../../http/page.ts'
import { acceptForms } from '../approval-routes.ts'
import { WRONG_PASSWORD } from '../approvals.ts'
import { openOnce } from '../once.ts'

/** Where the browser goes with who signed in; without anyone, they gave up. */
type Visit = { service: string; returnTo: (email: string | undefined) => string }
export type SignIns = { open(visit: Visit): string }

const path = '/trust-services/sign-in'

/** Where people sign in to a remote signing service, so that it shows their own credentials to the customer. */
export async function registerSignIn(app: FastifyInstance, url: string): Promise<SignIns> {
  const visits = openOnce<Visit>(10 * 60_000)
  await app.register(async (scope) => {
    acceptForms(scope)
    scope.get<{ Params: { id: string } }>(`${path}/:id`, ({ params }, reply) => {
      const visit = visits.get(params.id)
      return visit ? show(reply, visit) : reply.callNotFound()
    })
    scope.post<{ Params: { id: string }; Body: URLSearchParams }>(
      `${path}/:id`,
      ({ params, body }, reply) => {
        const visit = visits.get(params.id)
        if (!visit) return reply.callNotFound()
        const email = (body.get('email') ?? '').trim()
        const isCancelled = body.get('choice') === 'cancel'
        const isWrong = !email.includes('@') || ['', WRONG_PASSWORD].includes(body.get('password') ?? '')
        if (!isCancelled && isWrong) return show(reply, visit, 'That is not the email or the password.')
        visits.take(params.id)
        return reply.redirect(visit.returnTo(isCancelled ? undefined : email), 303)
      },
    )
  })
  return { open: (visit) => `${url}${path}/${visits.put(visit)}` }
}

function show(reply: FastifyReply, { service, returnTo }: Visit, mistake?: string): FastifyReply {
  const content = `<p class="purpose">Simulates a trust service: ${escaped(service)}</p>
      ${mistake ? `<p class="wrong" role="alert">${mistake}</p>` : ''}
      <form method="post">
        ${field('email', 'Email', 'type="email" autocomplete="username"')}
        ${field('password', `Password (anything except “${WRONG_PASSWORD}”)`, 'type="password" autocomplete="current-password"')}
        <div class="choices">
          <button class="primary" type="submit" name="choice" value="sign-in">Sign in</button>
          <button class="quiet" type="submit" name="choice" value="cancel" formnovalidate>Cancel</button>
        </div>
      </form>`
  const html = page({ title: 'Sign in', heading: 'Sign in to your signing service', content })
  return sendPage(reply, html, [returnTo(undefined)])
}

import type { FastifyInstance } from 'fastify'
import type { PageIntent, PagesPort } from '../stripe/pages-port.ts'
import { authenticationPath, authenticationRoute } from './addresses.ts'
import { send, stripePage } from './page.ts'
import type { Visit } from './page-visit.ts'

/** Where the customer answers the bank: in a frame that Stripe.js opens, or on a page of its own. */
export function registerAuthentication(scope: FastifyInstance, port: PagesPort): void {
  scope.post<Visit>('/elements/authentication', ({ body }, reply) => {
    const secret = body.get('client_secret') ?? ''
    const intent = port.findIntent(secret.split('_secret_')[0] ?? '', secret)
    if (!intent) return reply.callNotFound()
    return reply.send({ status: port.authenticate(intent.id, body.get('outcome') === 'complete').status })
  })
  scope.get<Visit>(authenticationRoute, ({ params, query }, reply) => {
    const intent = port.findAuthentication(params.id, query.token ?? '')
    if (!intent) return reply.callNotFound()
    const html = intent.status === 'requires_action' ? authenticationPage() : answeredPage()
    return send(reply, html, [intent.returnUrl])
  })
  scope.post<Visit>(authenticationRoute, ({ params, query, body }, reply) => {
    const intent = port.findAuthentication(params.id, query.token ?? '')
    if (!intent) return reply.callNotFound()
    const after = port.authenticate(intent.id, body.get('outcome') === 'complete')
    return reply.redirect(addressAfter(after) ?? authenticationPath(intent.id, query.token ?? ''), 303)
  })
}

export const authenticationPage = (): string =>
  stripePage(
    '3D Secure 2 test page',
    `<p>This is a test page for card authentication. Choose how the customer answers.</p>
      <form method="post"><div class="choices">
        <button class="primary" type="submit" name="outcome" value="complete">Complete authentication</button>
        <button type="submit" name="outcome" value="fail">Fail authentication</button>
      </div></form>`,
  )

const answeredPage = () =>
  stripePage('Authentication finished', '<p>Your answer was sent. You can close this page.</p>')

/** Back to the product, with the parameters that Stripe adds. */
function addressAfter({ returnUrl, kind, id, clientSecret, status }: PageIntent): string | undefined {
  const url = returnUrl ? URL.parse(returnUrl) : undefined
  if (!url) return undefined
  url.searchParams.set(`${kind}_intent`, id)
  url.searchParams.set(`${kind}_intent_client_secret`, clientSecret)
  url.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}

import { authorizationCodeFlow } from './authorization-code.ts'
import { identityOf } from './claims.ts'
import type { OutgoingRequests } from '#api/providers/outgoing-requests/port.ts'
import type { SingleSignOn } from './port.ts'

const scope = 'openid email profile'

/** Single sign-on by OpenID Connect. */
export function openIdConnect(options: {
  readonly outgoingRequests: OutgoingRequests
  readonly timeoutMs?: number
  readonly now?: () => Date
}): SingleSignOn {
  const flow = authorizationCodeFlow(options)
  return {
    begin: (provider, request) => flow.begin(provider, { ...request, scope }),
    finish: (provider, answer) =>
      // Core § 5.4: what the scopes ask for may be at the userinfo endpoint alone.
      flow.finish(provider, answer, async ({ claims, more }) =>
        identityOf(claims['email'] === undefined ? await more() : claims),
      ),
  }
}

import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../../faults/fault-board.ts'
import { openClients } from '../../single-sign-on/clients.ts'
import { openKeySet } from '../../single-sign-on/key-set.ts'
import type { Subscribers } from '../../trust-services/subscribers.ts'
import { mountProvider } from '../../single-sign-on/mount-provider.ts'
import { createOpenIdProvider } from '../../single-sign-on/open-id-provider.ts'
import { idAustriaAt, idAustriaClient, idAustriaMount, returnPaths } from './enrolment.ts'
import { openAccounts } from './people.ts'
import { registerIdAustriaSignIn } from './sign-in.ts'

const level = 'urn:pvpgvat:oidc.eid_citizen_qaa_eidas_level'

/** ID Austria: an OpenID provider at `${url}/id-austria`, whose ID token holds who someone is. */
export async function registerIdAustria(
  app: FastifyInstance,
  given: {
    url: string
    data: string | undefined
    faults: FaultBoard
    subscribers: Subscribers
    productUrl: string | undefined
  },
): Promise<void> {
  const { url, data, faults, subscribers, productUrl } = given
  const clients = openClients([])
  const redirectUris = productUrl ? returnPaths.map((path) => productUrl + path) : []
  clients.set({ ...idAustriaClient, redirectUris })
  const accounts = openAccounts()
  const provider = createOpenIdProvider({
    issuer: idAustriaAt(url).issuer,
    title: 'ID Austria',
    keys: openKeySet(data === undefined ? undefined : join(data, 'id-austria')),
    clients,
    scope: 'openid profile',
    claims: { profile: ['given_name', 'family_name', 'birthdate', 'urn:pvpgvat:oidc.bpk', level] },
    areClaimsInToken: true,
    claimsOf: (account) => accounts.claimsOf(account),
    faults,
    party: 'id-austria',
  })
  const mount = idAustriaMount
  await app.register(async (scope) =>
    registerIdAustriaSignIn(scope, { mount, provider, accounts, subscribers, faults }),
  )
  await app.register(async (scope) => mountProvider(scope, { mount, provider, faults, party: 'id-austria' }))
}

import type { AccountActor, ApiUserActor } from '#api/platform/actor.ts'

/**
 * The account as which an API user takes part in requests: every use case sees it as it sees anybody's, and the evidence
 * says that a program acted.
 */
export function actingAccount(actor: ApiUserActor): AccountActor {
  const { apiUserId, username, accountId, name, language, address, userAgent } = actor
  return {
    kind: 'account',
    accountId,
    sessionId: '',
    email: username,
    name,
    language,
    address,
    userAgent,
    apiUser: { id: apiUserId, username },
  }
}

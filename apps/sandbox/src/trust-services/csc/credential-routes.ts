import type { FastifyInstance } from 'fastify'
import type { TrustServiceContext } from '../context.ts'
import { at, textAt } from '../json.ts'
import type { Credential, Credentials } from './credentials.ts'
import { describe } from './describe.ts'
import type { RequestedInfo } from './describe.ts'
import { invalid, isRefusal, missing, refuse, wrong } from './errors.ts'
import type { Refusal } from './errors.ts'
import { apiOf } from './providers.ts'
import type { CscProvider } from './providers.ts'
import type { Token } from './token-routes.ts'

/** credentials/list and credentials/info (CSC API v1 and v2 §11.4, §11.5). */
export function registerCredentials(
  provider: CscProvider,
  scope: FastifyInstance,
  { faults }: TrustServiceContext,
  credentials: Credentials,
  tokenOf: (header: string | undefined) => Token | undefined,
): void {
  const base = apiOf(provider)
  scope.post(`${base}/credentials/list`, async ({ body, headers }, reply) => {
    const userId = userIn(tokenOf(headers.authorization), body)
    if (typeof userId !== 'string') return refuse(reply, userId)
    const requested = readRequestedInfo(body)
    if (isRefusal(requested)) return refuse(reply, requested)
    if (faults.take('csc', ['no_credential'])) return { credentialIDs: [] }
    const all = credentials.listOf(userId)
    const isLesser = faults.take('csc', ['wrong_quality']) !== undefined
    const credentialIDs = isLesser ? all.filter((id) => id.includes('Advanced')) : all
    if (provider.version === 1) return paged(credentialIDs, body)
    const isFull = at(body, 'credentialInfo') === true
    const found = isFull ? await Promise.all(credentialIDs.map((id) => credentials.get(id))) : []
    return {
      credentialIDs,
      ...(isFull
        ? {
            credentialInfos: found
              .filter((each): each is Credential => each !== undefined)
              .map((each) => ({ credentialID: each.id, ...describe(provider, each, requested) })),
          }
        : {}),
      ...(at(body, 'onlyValid') === true ? { onlyValid: true } : {}),
    }
  })
  scope.post(`${base}/credentials/info`, async ({ body }, reply) => {
    const id = textAt(body, 'credentialID')
    if (!id) return refuse(reply, missing('string', 'credentialID'))
    const requested = readRequestedInfo(body)
    if (isRefusal(requested)) return refuse(reply, requested)
    const credential = await credentials.get(id)
    return credential ? describe(provider, credential, requested) : refuse(reply, wrong('credentialID'))
  })
}

/** Who signed in needs no name and may give none; a customer has to say whose credentials it asks for. */
function userIn(token: Token | undefined, body: unknown): string | Refusal {
  const named = textAt(body, 'userID')
  if (token?.userId) return named === undefined ? token.userId : invalid('userID parameter MUST be null')
  return named ?? wrong('userID')
}

function readRequestedInfo(body: unknown): RequestedInfo | Refusal {
  const certificates = at(body, 'certificates') ?? 'single'
  if (certificates !== 'none' && certificates !== 'single' && certificates !== 'chain')
    return wrong('certificates')
  return {
    certificates,
    certInfo: at(body, 'certInfo') === true,
    authInfo: at(body, 'authInfo') === true,
  }
}

const usualPageSize = 2

/** Version 1 gives them by pages, whose size is the service's to choose where none is asked for (§11.4). */
function paged(ids: string[], body: unknown): object {
  const size = Number(at(body, 'maxResults') ?? usualPageSize)
  const from = Number(textAt(body, 'pageToken') ?? 0)
  const rest = from + size < ids.length ? { nextPageToken: String(from + size) } : {}
  return { credentialIDs: ids.slice(from, from + size), ...rest }
}

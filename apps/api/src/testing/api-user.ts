import { createApiUser } from '@countersign/contract/api-users.ts'
import { loginApiUser } from '@countersign/contract/integration/access.ts'
import type { ApiEnvironment, ApiScope } from '@countersign/contract/values.ts'
import type { Caller, Person } from './caller.ts'

export interface Program {
  readonly username: string
  readonly key: string
  /** The value of its Authorization header. */
  readonly as: string
}

interface NewProgram {
  /** An admin of the business. */
  readonly admin: Person
  readonly businessId: string
  readonly scopes?: readonly ApiScope[]
  readonly environment?: ApiEnvironment
  readonly description?: string
}

/** An API user of a business, signed in. */
export async function anApiUser(
  api: Caller,
  {
    admin,
    businessId,
    scopes = ['signature_requests'],
    environment,
    description = 'Rental software',
  }: NewProgram,
): Promise<Program> {
  const { username, key } = await api.call(
    createApiUser,
    { params: { id: businessId }, body: { description, scopes: [...scopes], environment } },
    admin.as,
  )
  const token = await api.call(loginApiUser, { body: { username, 'api-key': key } })
  return { username, key, as: `Bearer ${await token.text()}` }
}

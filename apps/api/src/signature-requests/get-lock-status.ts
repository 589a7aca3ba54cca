import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { allow, isActing } from './policy.ts'
import * as repository from './repository.ts'
import { nameOf } from './signature-request.ts'

const lease = 600_000

export interface LockStatus {
  readonly locked: boolean
  readonly locked_by: string | null
  readonly until: string | null
}

/** Is somebody else’s signature being made just now? A signing holds the documents for ten minutes at most. */
export async function getLockStatus(context: Context, actor: Participant, id: string): Promise<LockStatus> {
  const request = await repository.find(context.db, id)
  allow(request, actor, 'see')
  const locks = request.signatures.flatMap((signature) => {
    if (request.status !== 'OPEN' || isActing(signature, actor) || signature.signing?.status !== 'OPEN')
      return []
    return [{ by: nameOf(signature), until: new Date(signature.signing.startedAt.getTime() + lease) }]
  })
  const [last] = locks
    .filter(({ until }) => until > context.now())
    .toSorted((a, b) => b.until.getTime() - a.until.getTime())
  if (!last) return { locked: false, locked_by: null, until: null }
  return { locked: true, locked_by: last.by, until: last.until.toISOString() }
}

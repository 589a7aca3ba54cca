import { getUserQualities, getUserQualitiesV3 } from '@countersign/contract/integration/qualities.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { userQualities } from './user-qualities.ts'

/** At what level people of the business sign, for API users. */
export function registerUserQualities(app: FastifyInstance, context: Context): void {
  for (const call of [getUserQualities, getUserQualitiesV3])
    bind(app, context, call, ({ actor, query }) => userQualities(context, actor, query.username))
}

import { getUserQualities } from '@countersign/contract/integration/qualities.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { userQualities } from './user-qualities.ts'

/** At what level people of the business sign, for API users. */
export function registerUserQualities(app: FastifyInstance, context: Context): void {
  bind(app, context, getUserQualities, ({ actor, query }) => userQualities(context, actor, query.username))
}

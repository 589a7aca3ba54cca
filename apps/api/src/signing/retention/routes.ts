import * as calls from '@countersign/contract/retention.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { findRuleFor } from './find-rule-for.ts'
import { countUnderRule, findRule } from './rule-repository.ts'
import { activateRetention, deactivateRetention } from './activate-retention.ts'

export function registerRetention(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.getRetention, ({ actor }) => present(context, actor))
  bind(app, context, calls.activateRetention, async ({ actor, body }) => {
    const { days, terminal_state: fromTerminalState, existing } = body
    await activateRetention(context, actor, { days, fromTerminalState, existing })
    return present(context, actor)
  })
  bind(app, context, calls.deactivateRetention, async ({ actor, body }) => {
    await deactivateRetention(context, actor, body)
    return present(context, actor)
  })
}

async function present(context: Context, { accountId }: AccountActor): Promise<calls.RetentionRule> {
  const [own, rule] = await Promise.all([findRule(context.db, accountId), findRuleFor(context.db, accountId)])
  return {
    enabled: rule !== null,
    days: rule?.days ?? null,
    terminal_state: rule?.fromTerminalState ?? null,
    activated_at: (rule && !rule.business && own?.activatedAt.toISOString()) || null,
    business: rule?.business?.name ?? null,
    requests: await countUnderRule(context.db, accountId),
  }
}

import * as calls from '@countersign/contract/second-factors.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { confirmPasskeyFactor, confirmTotpFactor, type ConfirmedFactor } from './confirm-factor.ts'
import { listSecondFactors, type SecondFactors } from './list-second-factors.ts'
import { presentFactor } from './presenter.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { startPasskey } from './start-passkey.ts'
import { startTotp } from './start-totp.ts'

export function registerSecondFactors(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.listSecondFactors, async ({ actor }) =>
    presentFactors(await listSecondFactors(context, actor.accountId)),
  )

  bind(app, context, calls.startTotp, ({ actor, body }) => startTotp(context, actor, body.password))

  bind(app, context, calls.confirmTotp, async ({ actor, params, body }) =>
    presentConfirmed(await confirmTotpFactor(context, actor, { ...body, id: params.id })),
  )

  bind(app, context, calls.startPasskey, async ({ actor, body }) => {
    const { id, options } = await startPasskey(context, actor, body.password)
    return { id, options: { ...options } }
  })

  bind(app, context, calls.confirmPasskey, async ({ actor, params, body }) =>
    presentConfirmed(await confirmPasskeyFactor(context, actor, { ...body, id: params.id })),
  )

  bind(app, context, calls.removeSecondFactor, async ({ actor, params, body }) =>
    presentFactors(await removeSecondFactor(context, actor, { id: params.id, password: body.password })),
  )

  bind(app, context, calls.renewRecoveryCodes, async ({ actor, body }) => ({
    recoveryCodes: await renewRecoveryCodes(context, actor, body.password),
  }))
}

function presentFactors({ factors, recoveryCodesLeft }: SecondFactors) {
  return { factors: factors.map(presentFactor), recoveryCodesLeft }
}

function presentConfirmed({ factor, recoveryCodes }: ConfirmedFactor) {
  return { factor: presentFactor(factor), recoveryCodes: recoveryCodes ? [...recoveryCodes] : null }
}

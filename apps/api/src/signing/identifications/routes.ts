import { Legislation } from '@countersign/contract/values.ts'
import * as calls from '@countersign/contract/identifications.ts'
import type { FastifyInstance } from 'fastify'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { readForAnswer } from '#api/platform/db/commit-outcome.ts'
import { bind } from '#api/platform/http/bind.ts'
import { rawBodyOf, withRawBodies } from '#api/platform/http/raw-bodies.ts'
import { acceptTermsAsGuest } from './accept-terms.ts'
import { returnFromIdAustria } from './progress/return-from-id-austria.ts'
import { listIdentificationMethods, getCoverage, findPayer } from './coverage.ts'
import {
  createIdentification,
  type IdentificationOption,
  resumeIdentification,
} from './create-identification.ts'
import { getIdentMethod } from './get-ident-method.ts'
import type { Identification } from './identification.ts'
import { findRequestPayment } from './payment.ts'
import { presentIdentInfo } from './presenter.ts'
import { readIdentifications, readNewest, showOne } from './read-identifications.ts'
import { removeIdentification } from './ending/remove-identification.ts'
import { adoptIdentifiedName } from './proof/adopt-identified-name.ts'
import { receiveWebhook } from './progress/receive-webhook.ts'

const { user, direct } = calls.identificationCalls

const options = {
  srsVideo: { provider: 'srs', method: 'video', legislation: 'EIDAS' },
  srsRobo: { provider: 'srs', method: 'robo', legislation: 'EIDAS' },
  intrumVideo: { provider: 'intrum', method: 'video', legislation: 'ZERTES' },
  intrumAutoident: { provider: 'intrum', method: 'autoident', legislation: 'ZERTES' },
  intrumLoc: { provider: 'intrum', method: 'loc', legislation: 'ZERTES' },
  intrumExternalSc: { provider: 'intrum', method: 'external-sc', legislation: 'ZERTES' },
  srsExternalSc: { provider: 'srs', method: 'external-sc', legislation: 'EIDAS' },
  idAustria: { provider: 'id-austria', method: 'id-austria', legislation: 'EIDAS' },
} as const satisfies Record<string, IdentificationOption>

export function registerIdentifications(app: FastifyInstance, context: Context): void {
  registerWay(app, context, options.srsVideo, [user.eidas.video, direct.eidas.video])
  registerWay(app, context, options.srsRobo, [user.eidas.self, direct.eidas.self])
  registerWay(app, context, options.intrumVideo, [user.zertes.video, direct.zertes.video])
  registerWay(app, context, options.intrumAutoident, [user.zertes.auto, direct.zertes.auto])
  registerWay(app, context, options.intrumLoc, [user.zertes.loc, direct.zertes.loc])
  registerWay(app, context, options.intrumExternalSc, [user.zertes.externalSc, direct.zertes.externalSc])
  registerWay(app, context, options.srsExternalSc, [user.eidas.externalSc, direct.eidas.externalSc])
  registerWay(app, context, options.idAustria, [user.idAustria, direct.idAustria])
  registerReading(app, context)
  registerSteps(app, context)
  registerWebhooks(app, context)
}

type CallsOf = typeof user.idAustria | typeof direct.idAustria

/** The three calls of one way to be identified, for accounts and for guests. */
function registerWay(
  app: FastifyInstance,
  context: Context,
  option: IdentificationOption,
  both: readonly CallsOf[],
): void {
  for (const { create, get, remove } of both) {
    const shown = (actor: Participant, one: Identification) =>
      readForAnswer(() => showOne(context, actor, one))
    bind(
      app,
      context,
      create,
      async ({ body, actor }) => shown(actor, await createIdentification(context, actor, option, body)),
      { again: async ({ actor }, id) => shown(actor, await resumeIdentification(context, actor, id)) },
    )
    bind(app, context, get, async ({ actor }) => presentIdentInfo(await readNewest(context, actor, option)))
    bind(app, context, remove, async ({ body, actor }) => {
      await removeIdentification(context, actor, option, body.email)
      return {}
    })
  }
}

function registerReading(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.listIdentifications, async ({ actor }) => ({
    identifications: await readIdentifications(context, actor),
  }))
  bind(app, context, calls.listIdentificationsDirect, async ({ actor }) => ({
    identifications: await readIdentifications(context, actor),
  }))
  bind(app, context, calls.getCoverage, ({ query, actor }) =>
    getCoverage(context, actor, query.signatureRequestId),
  )
  bind(app, context, calls.getCoverageDirect, ({ actor }) => getCoverage(context, actor))
  bind(app, context, calls.listIdentificationMethods, async () => listIdentificationMethods(context))
  bind(app, context, calls.payForIdentification, async ({ params, body, actor }) => {
    const named = Legislation.safeParse(params.subject.toUpperCase())
    if (!named.success) return { covered: await findRequestPayment(context, actor, params.subject) }
    const legislation = named.data
    const payer = await findPayer(context, actor, { legislation, requestId: body.signatureRequestId })
    return { covered: payer !== null }
  })
  bind(app, context, calls.getIdentificationPaymentDirect, async ({ params, actor }) => ({
    covered: await findRequestPayment(context, actor, params.srId),
  }))
  bind(app, context, calls.getIdentMethod, ({ params, actor }) =>
    getIdentMethod(context, actor, { requestId: params.id, signatureId: params.sigId }),
  )
}

function registerSteps(app: FastifyInstance, context: Context): void {
  for (const call of [calls.returnIdAustria, calls.returnIdAustriaDirect])
    bind(app, context, call, async ({ body, actor }) =>
      showOne(context, actor, await returnFromIdAustria(context, actor, body.query)),
    )
  bind(app, context, calls.acceptTermsDirect, async ({ actor }) => ({
    identifications: await acceptTermsAsGuest(context, actor),
  }))
  bind(app, context, calls.adoptIdentifiedName, async ({ params, actor }) =>
    showOne(context, actor, await adoptIdentifiedName(context, actor, params.id)),
  )
}

const webhookLimit = 256 * 1024

/** What a provider signed are the bytes. */
function registerWebhooks(app: FastifyInstance, context: Context): void {
  withRawBodies(app, webhookLimit, (scope) =>
    bind(scope, context, calls.receiveIdentificationWebhook, async ({ params, body, actor, request }) => {
      const { provider } = params
      const { address } = actor
      await receiveWebhook(context, { provider, address, headers: request.headers, rawBody: rawBodyOf(body) })
      return {}
    }),
  )
}

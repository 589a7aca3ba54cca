import * as calls from '@countersign/contract/visual-signatures.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { updateVisualSignature } from './update-visual-signature.ts'
import { deleteVisualSignature } from './delete-visual-signature.ts'
import { createVisualSignature } from './create-visual-signature.ts'
import { presentVisualSignature } from './presenter.ts'
import { previewGiven, previewSaved } from './preview-visual-signature.ts'
import * as repository from './repository.ts'
import { deleteSignatureImage, setSignatureImage } from './set-signature-image.ts'
import type { VisualSignature } from './visual-signature.ts'
import type { VisualContext } from './permissions.ts'

export function registerVisualSignatures(app: FastifyInstance, context: VisualContext): void {
  const present = async (actor: AccountActor, visual: VisualSignature | null) => {
    const account = await findAccount(context.db, actor.accountId)
    if (!visual || !account) throw new Refusal('not_found')
    return presentVisualSignature(
      visual,
      account,
      await context.findVisualPermissions(context.db, account.id),
    )
  }

  bind(
    app,
    context,
    calls.createVisualSignature,
    async ({ actor, body }) => present(actor, await createVisualSignature(context, actor, body)),
    {
      again: async ({ actor }, id) => {
        const saved = await repository.find(context.db, actor.accountId, id)
        if (!saved) throw new Refusal('not_found')
        return present(actor, saved)
      },
    },
  )
  bind(app, context, calls.listVisualSignatures, async ({ actor }) => {
    const account = await findAccount(context.db, actor.accountId)
    if (!account) throw new Refusal('auth.required')
    const permissions = await context.findVisualPermissions(context.db, actor.accountId)
    const saved = await repository.list(context.db, actor.accountId)
    return {
      visualSignatures: saved.map((visual) => presentVisualSignature(visual, account, permissions)),
      permissions,
    }
  })
  bind(app, context, calls.getVisualSignature, async ({ actor, params }) =>
    present(actor, await repository.find(context.db, actor.accountId, params.id)),
  )
  bind(app, context, calls.getDefaultVisualSignature, async ({ actor }) =>
    present(actor, await repository.findDefault(context.db, actor.accountId)),
  )
  bind(app, context, calls.updateVisualSignature, async ({ actor, params, body }) =>
    present(actor, await updateVisualSignature(context, actor, params.id, body)),
  )
  bind(app, context, calls.deleteVisualSignature, async ({ actor, params }) => {
    await deleteVisualSignature(context, actor, params.id)
    return {}
  })
  bind(app, context, calls.setSignatureImage, async ({ actor, params, body }) =>
    present(actor, await setSignatureImage(context, actor, params.id, body)),
  )
  bind(app, context, calls.deleteSignatureImage, async ({ actor, params }) =>
    present(actor, await deleteSignatureImage(context, actor, params.id)),
  )
  bind(app, context, calls.getSignatureImage, async ({ actor, params }) => {
    const content = await repository.findPicture(context.db, actor.accountId, params.id)
    if (!content) throw new Refusal('not_found')
    return { contentType: 'image/png', content }
  })
  bind(app, context, calls.previewDefaultVisualSignature, async ({ actor, query }) => ({
    contentType: 'image/png',
    content: await previewSaved(context, actor, query),
  }))
  bind(app, context, calls.previewVisualSignature, async ({ actor, body }) => ({
    contentType: 'image/png',
    content: await previewGiven(context, actor, body),
  }))
}

import {
  previewDefaultVisualSignature,
  previewVisualSignature,
} from '@countersign/contract/visual-signatures.ts'
import type { FastifyInstance } from 'fastify'
import { find as findAccount } from '#api/accounts/repository.ts'
import type { Context } from '#api/context.ts'
import { bind } from '#api/http/bind.ts'
import { Refusal } from '#api/refusal.ts'
import { checkDrawable } from './check-content.ts'
import { signsWith } from './presenter.ts'
import { previewVisualSignature as preview } from './preview-visual-signature.ts'
import { readGivenPicture } from './read-given-picture.ts'
import * as repository from './repository.ts'

export function registerPreviews(app: FastifyInstance, context: Context): void {
  const signer = async (accountId: string) => {
    const account = await findAccount(context.db, accountId)
    if (!account) throw new Refusal('auth.required')
    return signsWith(account)
  }
  const png = (content: Uint8Array) => ({ contentType: 'image/png', content })

  bind(app, context, previewDefaultVisualSignature, async ({ actor: { accountId, name }, query }) => {
    const [content, defaults] = await Promise.all([
      query.id === undefined
        ? repository.findDefault(context.db, accountId)
        : repository.find(context.db, accountId, query.id),
      signer(accountId),
    ])
    if (!content) throw new Refusal('not_found')
    const picture = await repository.findPicture(context.db, accountId, content.id)
    return png(await preview(context, { content, picture, name, ...defaults }))
  })

  bind(app, context, previewVisualSignature, async ({ actor: { accountId, name }, body }) => {
    const { quality, legislation, image, id, ...given } = body
    await checkDrawable(context, given)
    const content = {
      ...given,
      optionalLine: given.optionalLine || null,
      location: given.location || null,
    }
    if (id && !(await repository.find(context.db, accountId, id))) throw new Refusal('not_found')
    const picture = image
      ? await readGivenPicture(context, image)
      : id
        ? await repository.findPicture(context.db, accountId, id)
        : null
    const defaults = await signer(accountId)
    return png(
      await preview(context, {
        content,
        picture,
        name,
        quality: quality ?? defaults.quality,
        legislation: legislation === undefined ? defaults.legislation : legislation,
      }),
    )
  })
}

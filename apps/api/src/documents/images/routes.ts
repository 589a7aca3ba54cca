import { transformImage } from '@countersign/contract/images.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { sendEtags, setEtag } from '#api/documents/documents/etag.ts'
import { bind } from '#api/platform/http/bind.ts'
import { openImageTransformer, type ReadOwnImage } from './transform-image.ts'

export function registerImages(app: FastifyInstance, context: Context, readOwnImage: ReadOwnImage): void {
  const transform = openImageTransformer(context, readOwnImage)
  app.register(async (scope) => {
    sendEtags(scope)
    bind(scope, context, transformImage, async ({ query: { source, ...order }, request }) => {
      const image = await transform(source, order)
      const held = setEtag(request, image.etag)
      return {
        contentType: image.contentType,
        content: held ? new Uint8Array() : image.content,
        public: true,
      }
    })
  })
}

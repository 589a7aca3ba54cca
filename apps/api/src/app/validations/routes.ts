import * as calls from '@countersign/contract/validations.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { readMultipart } from '#api/platform/http/read-multipart.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { admitValidation } from './admit-validation.ts'
import { presentAnswer } from './present-answer.ts'
import { deleteValidation, openValidation, presentValidation, renderRevision } from './open-validation.ts'
import { validateDocument } from './validate-document.ts'
import { fileLimit } from './validation.ts'

export function registerValidations(app: FastifyInstance, context: Context): void {
  const admit = (request: FastifyRequest) => admitValidation(context, request)
  bind(
    app,
    context,
    calls.validateDocument,
    async ({ body, query, request, file }) => {
      const source = body
        ? { name: body.name ?? '', content: file(body.content) }
        : await readMultipart(request, fileLimit, ['content', 'file'])
      const { quality, legislation } = query
      const answer = await validateDocument(context, request, source, {
        ...(quality && { quality }),
        ...(legislation && { legislation }),
        longTermValidation: query.longTermValidation === 'true',
        infos: query.infos ?? [],
        rejectVisualDifferences: query.rejectVisualDifferences === 'true',
        rejectUndefinedChanges: query.rejectUndefinedChanges === 'true',
      })
      return presentAnswer(answer)
    },
    { admit },
  )
  bind(app, context, calls.getValidation, async ({ params }) =>
    presentValidation(await openValidation(context, params.id)),
  )
  bind(app, context, calls.getValidationReport, async ({ params, query }) => {
    const stored = await openValidation(context, params.id)
    const isXml = query.type === 'XML'
    if (isXml && stored.report_xml === null) throw new Refusal('not_found')
    const text = isXml ? stored.report_xml : JSON.stringify(presentValidation(stored), null, 2)
    return {
      contentType: isXml ? 'application/xml' : 'application/json',
      content: Buffer.from(text ?? ''),
      fileName: `validation.${isXml ? 'xml' : 'json'}`,
    }
  })
  bind(app, context, calls.getValidationPage, async ({ params, query }) => ({
    contentType: 'image/webp',
    content: await renderRevision(context, params, query.scale),
  }))
  bind(app, context, calls.deleteValidation, async ({ params }) => {
    await deleteValidation(context, params.id)
    return {}
  })
}

import type {} from '@fastify/multipart'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal, wrongField } from '#api/platform/refusal.ts'

// Ten megabytes, as a picture in base64 may have.
const pictureLimit = 10 * 1024 * 1024

/** The JSON body that a form with one picture stands for: the picture in base64, `true` and `false` as such. */
export async function readPictureForm(
  { field, names }: NonNullable<Endpoint['picturePart']>,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  const parts = request.parts({
    limits: { files: 1, fields: 10, fieldSize: 1000, fileSize: pictureLimit + 1 },
  })
  for await (const part of parts) {
    if (part.type === 'file') {
      const content = await part.toBuffer().catch((error: unknown) => {
        if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
          throw new Refusal('image.too_large')
        throw error
      })
      if (content.length > pictureLimit) throw new Refusal('image.too_large')
      body[names.includes(part.fieldname) ? field : part.fieldname] = content.toString('base64')
    } else body[part.fieldname] = part.value === 'true' ? true : part.value === 'false' ? false : part.value
  }
  if (body[field] === undefined) throw wrongField(names[0], 'required', 'This field is required')
  return body
}

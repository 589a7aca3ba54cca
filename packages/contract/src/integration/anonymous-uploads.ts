import * as z from 'zod/mini'
import {
  AnonymousUploadStatus,
  downloadAnonymousUpload,
  uploadAnonymously,
  withdrawAnonymousUpload,
} from '../anonymous-uploads.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../values.ts'

/** Documents submitted without signing in, for programs. The web app's own calls are under `/v1/sendto`. */

const ById = z.object({ id: Id })

export const sendTo = endpoint({
  ...uploadAnonymously,
  name: 'sendTo',
  path: '/v2/sendto',
  formParts: ['content', 'title'],
  summary:
    'Submit a document without signing in, as JSON or as multipart (`content`, and `title` if not the file’s name). Returns the link and the access code, which is shown only once.',
  output: z.object({ url: z.string(), id: Id, access_code: Id }),
  status: 200,
  errors: [...uploadAnonymously.errors, 'rate.exceeded', 'validation.failed'],
})

export const sendToV3 = endpoint({ ...sendTo, name: 'sendToV3', path: '/v3/sendto' })

export const trackSendTo = endpoint({
  name: 'trackSendTo',
  method: 'GET',
  path: '/v2/sendto/{id}/track',
  summary:
    'Track a submitted document: who claimed it and who signs it, by name. The code is in X-Accesscode.',
  credential: 'none',
  accessCode: 'needed',
  params: ById,
  output: z.object({
    status: AnonymousUploadStatus,
    creator: z.nullable(z.string()),
    signers: z.nullable(z.array(z.string())),
  }),
  errors: ['anonymous_upload.code_wrong'],
})

export const trackSendToV3 = endpoint({
  ...trackSendTo,
  name: 'trackSendToV3',
  path: '/v3/sendto/{id}/track',
})

export const downloadSendTo = endpoint({
  ...downloadAnonymousUpload,
  name: 'downloadSendTo',
  path: '/v2/sendto/{id}/download',
  params: ById,
})

export const downloadSendToV3 = endpoint({
  ...downloadSendTo,
  name: 'downloadSendToV3',
  path: '/v3/sendto/{id}/download',
})

export const withdrawSendTo = endpoint({
  ...withdrawAnonymousUpload,
  name: 'withdrawSendTo',
  path: '/v2/sendto/{id}',
  params: ById,
})
export const withdrawSendToV3 = endpoint({
  ...withdrawSendTo,
  name: 'withdrawSendToV3',
  path: '/v3/sendto/{id}',
})

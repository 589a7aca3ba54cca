import { type Answer, answerOf, noAnswer, type Request } from './answer.ts'
import { takeEarlyAnswer } from './early-answers.ts'

/** One try. An abort throws; a network that is away is an answer with status 0. */
export async function send(request: Request): Promise<Answer> {
  if (request.body instanceof FormData && request.onProgress) {
    const { upload } = await import('./upload.ts')
    return upload(request, request.onProgress)
  }
  const headers = { ...request.headers }
  if (typeof request.body === 'string') headers['content-type'] = 'application/json'
  try {
    const early =
      request.method === 'GET' ? await takeEarlyAnswer(request.address, headers['authorization']) : undefined
    const response =
      early ??
      (await fetch(request.address, {
        method: request.method,
        headers,
        body: request.body ?? null,
        signal: request.signal ?? null,
        credentials: request.keepsCookie ? 'same-origin' : 'omit',
      }))
    return answerOf(response)
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    return noAnswer
  }
}

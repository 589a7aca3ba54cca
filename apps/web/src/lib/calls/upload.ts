import { answerOf, noAnswer, type Answer, type Request } from './answer.ts'

/** fetch tells nothing of an upload's progress; XMLHttpRequest does. */
export function upload(request: Request, onProgress: (part: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Stopped while this was on its way.
    request.signal?.throwIfAborted()
    const xhr = new XMLHttpRequest()
    xhr.open(request.method, request.address)
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    xhr.addEventListener('load', () => {
      const headers = new Headers()
      const retryAfter = xhr.getResponseHeader('retry-after')
      if (retryAfter !== null) headers.set('retry-after', retryAfter)
      resolve(answerOf(new Response(xhr.responseText, { status: xhr.status, headers })))
    })
    xhr.addEventListener('error', () => resolve(noAnswer))
    xhr.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(request.body)
  })
}

const sizeLimit = 1024 * 1024

/** The same answer, broken off where it is larger than any that is meant. */
export function limitedAnswer(answer: Response): Response {
  if (!answer.body) return answer
  let size = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > sizeLimit) controller.error(new RangeError(`The answer is larger than ${sizeLimit} bytes`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = answer
  return new Response(answer.body.pipeThrough(limit), { status, statusText, headers })
}

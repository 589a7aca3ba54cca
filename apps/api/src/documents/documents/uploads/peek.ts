interface ContentStart {
  readonly start: Uint8Array
  readonly content: AsyncIterable<Uint8Array> | Uint8Array
  /** For who does not want the rest. */
  close(): Promise<unknown>
}

/** The first `length` bytes of a content, or all of a shorter one, and the whole content as it was. */
export async function peek(
  content: AsyncIterable<Uint8Array> | Uint8Array,
  length: number,
): Promise<ContentStart> {
  if (content instanceof Uint8Array)
    return { start: content.subarray(0, length), content, close: async () => {} }
  const pieces = content[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  let size = 0
  while (size < length) {
    const next = await pieces.next()
    if (next.done) break
    taken.push(next.value)
    size += next.value.byteLength
  }
  return {
    start: Buffer.concat(taken).subarray(0, length),
    content: rest(taken, pieces),
    close: async () => pieces.return?.(),
  }
}

async function* rest(
  taken: readonly Uint8Array[],
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* taken
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  } finally {
    await pieces.return?.()
  }
}

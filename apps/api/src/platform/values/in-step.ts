/** Two lists in the order of their hashes, side by side: null where one of them lacks a hash that the other has. */
export async function* inStep<
  Left extends { readonly sha256: string },
  Right extends { readonly sha256: string },
>(
  left: AsyncIterable<Left>,
  right: AsyncIterable<Right>,
): AsyncGenerator<readonly [Left | null, Right | null]> {
  const [lefts, rights] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()]
  try {
    let [one, other] = await Promise.all([lefts.next(), rights.next()])
    while (!one.done || !other.done) {
      const isLeft = !one.done && (other.done || one.value.sha256 <= other.value.sha256)
      const isRight = !other.done && (one.done || other.value.sha256 <= one.value.sha256)
      yield [isLeft && !one.done ? one.value : null, isRight && !other.done ? other.value : null]
      ;[one, other] = await Promise.all([isLeft ? lefts.next() : one, isRight ? rights.next() : other])
    }
  } finally {
    await Promise.all([lefts.return?.(), rights.return?.()])
  }
}

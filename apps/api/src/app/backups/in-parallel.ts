/** Does the work for each, so many at a time. The first failure ends it, once what has begun has come to its end. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  let failure: { readonly error: unknown } | undefined
  const lane = async () => {
    for (let next = waiting.next(); !next.done && !failure; next = waiting.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: limit }, lane))
  if (failure) throw failure.error
}

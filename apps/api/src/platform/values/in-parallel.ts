/** Does the work for each, so many at a time. The first failure ends it, once what has begun has come to its end. */
export async function inParallel<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  // All lanes take from it; the first that leaves closes it for the others.
  const source = (async function* () {
    yield* items
  })()
  let failure: { readonly error: unknown } | undefined
  // Noted before the source is closed, which waits for what it brings to another lane.
  const fail = (error: unknown) => {
    failure ??= { error }
  }
  const lane = async () => {
    try {
      for await (const item of source) {
        // The source may have been on its way with this one.
        if (failure) return
        await work(item).catch(fail)
        if (failure) return
      }
    } catch (error) {
      fail(error)
    }
  }
  await Promise.all(Array.from({ length: limit }, lane))
  if (failure) throw failure.error
}

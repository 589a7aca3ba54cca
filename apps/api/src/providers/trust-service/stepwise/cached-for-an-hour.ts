const hour = 60 * 60_000

/** What a service announces of itself, loaded again after an hour. A failure isn't kept. */
export function cachedForAnHour<T>(now: () => Date, load: () => Promise<T>): () => Promise<T> {
  let cached: { readonly value: T; readonly until: number } | undefined
  return async () => {
    if (cached && cached.until > now().getTime()) return cached.value
    const value = await load()
    cached = { value, until: now().getTime() + hour }
    return value
  }
}

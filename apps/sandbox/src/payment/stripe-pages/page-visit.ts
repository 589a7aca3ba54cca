/** What a browser sends to one of the pages. */
export interface Visit {
  Params: { id: string; token: string }
  Querystring: {
    token?: string
    view?: string
    about?: string
    wrong?: string
    intent?: string
    secret?: string
  }
  Body: URLSearchParams
}

/** An address with its query, without what has no value. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return pairs.length > 0 ? `${path}?${String(new URLSearchParams(pairs))}` : path
}

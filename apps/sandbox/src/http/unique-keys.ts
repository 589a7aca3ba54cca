import type { FastifyInstance } from 'fastify'

/** The first name that an object of this JSON has twice; `JSON.parse` would keep the last value and drop the others. */
export function repeatedKeyIn(text: string): string | undefined {
  const objects: (Set<string> | undefined)[] = []
  // A string, with what makes it a name; or the brackets that begin and end objects and arrays.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/gs)) {
    if (token === '{') objects.push(new Set())
    else if (token === '[') objects.push(undefined)
    else if (token === '}' || token === ']') objects.pop()
    else if (token.endsWith(':')) {
      const name = String(JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)))
      const names = objects.at(-1)
      if (names?.has(name)) return name
      names?.add(name)
    }
  }
  return undefined
}

/** In this scope a request with a repeated name has the body `undefined`, as one without JSON has. */
export function refuseRepeatedKeys(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    try {
      done(null, repeatedKeyIn(text) === undefined ? JSON.parse(text) : undefined)
    } catch {
      done(null, undefined)
    }
  })
}

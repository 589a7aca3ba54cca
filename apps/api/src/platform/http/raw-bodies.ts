import type { FastifyInstance } from 'fastify'

/** For calls whose body is taken as it came: what the sender signed are its bytes. Everywhere else JSON is parsed. */
export function withRawBodies(
  app: FastifyInstance,
  bodyLimit: number,
  register: (scope: FastifyInstance) => void,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    register(scope)
  })
}

/** Nothing where the call came without one. */
export const rawBodyOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

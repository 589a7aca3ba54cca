// The contexts of the api, lowest first: one may import those before it in this list, and none of those after it.
export const contexts = [
  'platform',
  'providers',
  'evidence',
  'mail',
  'identity',
  'documents',
  'business',
  'billing',
  'signing',
  'integration',
  'app',
]

/** The context of a file; undefined for the entry points beside them, the tests' support and all that isn't the api. */
export function contextOf(file) {
  const [, context] = /^apps\/api\/src\/([^/]+)\//.exec(file) ?? []
  return contexts.includes(context) ? context : undefined
}

export function isHigher(context, than) {
  return contexts.indexOf(context) > contexts.indexOf(than)
}

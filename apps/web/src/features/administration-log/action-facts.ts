import type { AdministrativeAction } from '@countersign/contract/administration-log.ts'

type Data = AdministrativeAction['data']

/** The person or object of an action: the first of its details that names one. */
export function subjectOf(data: Data): string | null {
  for (const part of ['name', 'username', 'domain', 'email']) {
    const value = data[part]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** One detail of an action: `settings.part11.enabled` and its value, with the previous value if it was changed. */
export interface Fact {
  readonly path: string
  readonly before?: string
  readonly value: string
}

/** All details of an action, flattened; old values are beside new ones, and unchanged ones are left out. */
export function factsOf({ before, after, ...others }: Data): Fact[] {
  const [was, is] = [flat(before), flat(after)]
  const paths = [...new Set([...was.keys(), ...is.keys()])]
  const changes = paths.flatMap((path) => {
    const [from, to] = [was.get(path) ?? '', is.get(path) ?? '']
    return from === to ? [] : [{ path, before: from, value: to }]
  })
  return [...[...flat(others)].map(([path, value]) => ({ path, value })), ...changes]
}

function flat(value: unknown, path = ''): Map<string, string> {
  if (value === undefined || (path === '' && value === null)) return new Map()
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map([[path, textOf(value)]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...flat(inner, path === '' ? name : `${path}.${name}`),
    ]),
  )
}

function textOf(value: unknown): string {
  if (value === null) return '–'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

import type { AdministrativeAction } from '@countersign/contract/administration-log.ts'

type Data = AdministrativeAction['data']

/** Whom or what an act was done to, by the first of what it says that names it. */
export function subjectOf(data: Data): string | null {
  for (const part of ['name', 'username', 'domain', 'email']) {
    const value = data[part]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** One fact of an act: `settings.part11.enabled`, and its value; where something was changed, that before as well. */
export interface Fact {
  readonly path: string
  readonly before?: string
  readonly value: string
}

/** All that an act says of itself, flat; what was before is beside what is after, and what stayed is left out. */
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

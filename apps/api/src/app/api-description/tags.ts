import { endpointGroups } from '@countersign/contract/endpoints.ts'
import type { JsonSchema } from './components.ts'

/** The order of the tags, and the tasks that redoc groups them by. */
export function describeTags(): JsonSchema {
  const byTask = Map.groupBy(endpointGroups, ({ task }) => task)
  return {
    tags: endpointGroups.map(({ name }) => ({ name })),
    'x-tagGroups': [...byTask].map(([name, groups]) => ({ name, tags: groups.map((group) => group.name) })),
  }
}

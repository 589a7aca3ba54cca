/** A request that changed, or null: anything may have. */
export type Change = string | null

/**
 * What a page that is so many milliseconds old can have missed before it listened, by the first event of the stream. Its lists
 * are as they were when it read them, so it reads again what changed since, and all of it only where the service can't tell.
 */
export function missedChanges(data: string, age: number): Change[] {
  const { heardFor, changes } = JSON.parse(data) as {
    heardFor: number
    changes: { requestId: string; ago: number }[]
  }
  if (heardFor < age) return [null]
  return changes.filter(({ ago }) => ago <= age).map(({ requestId }) => requestId)
}

export interface ExpiringCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, of: { readonly until: number; readonly bytes: number }): void
}

interface Entry<Value> {
  readonly value: Value
  readonly until: number
  readonly bytes: number
}

/** Keeps values until they are over; the oldest make room for others. */
export function expiringCache<Value>(
  now: () => Date,
  most: { readonly entries: number; readonly bytes: number },
): ExpiringCache<Value> {
  // In the order in which they came.
  const held = new Map<string, Entry<Value>>()
  let total = 0
  const remove = (key: string): void => {
    total -= held.get(key)?.bytes ?? 0
    held.delete(key)
  }
  const isOver = ({ until }: Entry<Value>): boolean => until <= now().getTime()
  return {
    get(key) {
      const known = held.get(key)
      return known && !isOver(known) ? known.value : undefined
    },
    set(key, value, { until, bytes }) {
      remove(key)
      for (const [each, entry] of held) if (isOver(entry)) remove(each)
      const entry = { value, until, bytes }
      if (isOver(entry) || bytes > most.bytes) return
      for (const [oldest] of held) {
        if (held.size < most.entries && total + bytes <= most.bytes) break
        remove(oldest)
      }
      held.set(key, entry)
      total += bytes
    },
  }
}

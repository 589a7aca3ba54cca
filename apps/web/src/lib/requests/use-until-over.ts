import { useState } from 'react'

interface Query<Data> {
  readonly data: Data | undefined
  readonly dataUpdatedAt: number
  readonly error: unknown
}

/**
 * What a query has, until it fails for good: its reader has no part in it any longer. Another failure after that one (no connection,
 * too many calls) doesn't bring back what was loaded before; only a new response does. `over`: the failure that ended it, else null.
 */
export function useUntilOver<Data>(
  { data, dataUpdatedAt, error }: Query<Data>,
  isOver: (failure: unknown) => boolean,
): { readonly data: Data | undefined; readonly over: unknown } {
  const [ended, setEnded] = useState<{ readonly at: number; readonly failure: unknown } | null>(null)
  if (isOver(error) && ended?.at !== dataUpdatedAt) setEnded({ at: dataUpdatedAt, failure: error })
  return ended?.at === dataUpdatedAt ? { data: undefined, over: ended.failure } : { data, over: null }
}

/** What was not done, and why. */
export interface FailedItem<Item> {
  readonly item: Item
  readonly failure: unknown
}

/** Does the same to several, one after the other. One that fails does not stop the others; who stops it stops those to come. */
export async function runEach<Item>(
  items: readonly Item[],
  options: {
    act: (item: Item) => Promise<unknown>
    onProgress: (done: number) => void
    isStopped: () => boolean
  },
): Promise<{ done: number; notDone: readonly FailedItem<Item>[] }> {
  const notDone: FailedItem<Item>[] = []
  let tried = 0
  for (const item of items) {
    if (options.isStopped()) break
    options.onProgress(tried)
    try {
      // One at a time, so that twenty downloads do not come at once.
      await options.act(item)
    } catch (failure) {
      notDone.push({ item, failure })
    }
    tried += 1
  }
  return { done: tried - notDone.length, notDone }
}

const atOnce = 5_000

/** Deletes so many rows at a time until there are no more, so that nobody waits long for it. Answers how many. */
export async function deleteInParts(deleteSome: (atMost: number) => Promise<bigint>): Promise<number> {
  for (let deleted = 0; ;) {
    const some = Number(await deleteSome(atOnce))
    deleted += some
    if (some < atOnce) return deleted
  }
}

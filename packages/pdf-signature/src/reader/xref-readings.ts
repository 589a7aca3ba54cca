import { spend } from './budget.ts'
import type { Budget } from './budget.ts'
import { indexRanges } from './xref-index.ts'
import type { Xref, XrefSection } from './xref-chain.ts'
import type { XrefEntry, XrefRange } from './xref-section.ts'

type XrefLookup = Xref['find']

/** Finds objects as a reader of today: the newest section that lists one says where it is. */
export function findAsToday(sections: readonly XrefSection[], budget: Budget): XrefLookup {
  return finder(
    () => sections.flatMap((section, index) => rangesWithHidden(section, sections[index + 1], budget)),
    budget,
  )
}

/**
 * Finds objects of a hybrid file as other readers do: those from before cross-reference streams pass over them, some take
 * an object that the table says is free for one that there is not, some look into the stream first. None for other files.
 */
export function otherReadings({ sections }: Xref, budget: Budget): XrefLookup[] {
  if (sections.every(({ isHybrid }) => !isHybrid)) return []
  const tables = sections.filter(({ isHybrid }) => !isHybrid)
  const streamsFirst = sections.flatMap((section, index) => {
    if (section.isHybrid) return [] // it comes before its table
    const next = sections[index + 1]
    return next?.isHybrid ? [next, section] : [section]
  })
  return [tables, sections, streamsFirst].map((read) =>
    finder(() => read.flatMap(({ ranges }) => ranges), budget),
  )
}

export const isLive = (entry: XrefEntry | undefined): entry is Exclude<XrefEntry, { type: 'free' }> =>
  entry !== undefined && entry.type !== 'free'

function finder(ranges: () => readonly XrefRange[], budget: Budget): XrefLookup {
  let find: XrefLookup | undefined
  return (num) => {
    spend(budget, 1)
    find ??= indexRanges(ranges(), budget)
    return find(num)
  }
}

/** A hybrid file's table says that the objects its stream lists are free (ISO 32000-2 §7.5.8.4), or leaves them out. */
function rangesWithHidden(
  { ranges }: XrefSection,
  next: XrefSection | undefined,
  budget: Budget,
): readonly XrefRange[] {
  if (!next?.isHybrid) return ranges
  const findHidden = indexRanges(next.ranges, budget)
  return ranges.map((range) => ({
    ...range,
    entry: (index) => {
      const listed = range.entry(index)
      if (isLive(listed)) return listed
      const hidden = findHidden(range.first + index)
      return isLive(hidden) ? hidden : listed
    },
  }))
}

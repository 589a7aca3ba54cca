import { type CommittedValue, commitmentsIn, isCommittedTo } from './committed-value.ts'
import type { ChainBreak, ChainedEvent } from './verify-chain.ts'

/** Values that are not what the events commit to. One that is missing was deleted, and wrongs nothing. */
export function wrongValues(
  requestId: string,
  events: readonly ChainedEvent[],
  values: readonly Pick<CommittedValue, 'commitment' | 'salt' | 'value'>[],
): ChainBreak[] {
  const seqs = new Map(
    events.flatMap(({ seq, data }) => commitmentsIn(data).map((one) => [one, seq] as const)),
  )
  return values.flatMap((value): ChainBreak[] => {
    const seq = seqs.get(value.commitment)
    if (seq !== undefined && isCommittedTo(value)) return []
    const message =
      seq === undefined
        ? 'A value is there that no event names'
        : `A value of event ${seq} is not what its hash says`
    return [{ requestId, seq: seq ?? 0, kind: 'changed', message }]
  })
}

import { type CommittedValue, commitmentOf, commitmentsIn } from './committed-value.ts'
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
  return values.flatMap(({ commitment, salt, value }): ChainBreak[] => {
    const seq = seqs.get(commitment)
    if (seq !== undefined && commitmentOf(salt, value) === commitment) return []
    const message =
      seq === undefined
        ? 'A value is there that no event names'
        : `A value of event ${seq} is not what its hash says`
    return [{ requestId, seq: seq ?? 0, kind: 'changed', message }]
  })
}

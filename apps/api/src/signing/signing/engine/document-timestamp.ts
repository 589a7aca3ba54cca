import { readTimestampToken } from '@countersign/pdf-signature/cms/timestamps/timestamp-verification.ts'
import { type TimestampAuthority, TimestampUnavailable } from '#api/providers/timestamp/port.ts'

/** Milliseconds. A clock that is further behind is a fault of its authority, and nobody waits for it. */
const waitAtMost = 5000

/**
 * A token over the digest of a signed file, not from before the signature's own timestamp. The two may come from authorities
 * whose clocks differ, or one of which gives whole seconds; a file whose timestamps contradict each other is no B-LTA signature for
 * a validator (ETSI EN 319 102-1 §5.5.4, TIMESTAMP_ORDER_FAILURE), however small the difference.
 */
export async function stampDocument(
  authority: Pick<TimestampAuthority, 'timestamp'>,
  digest: Uint8Array,
  notBefore: Date | null,
): Promise<Uint8Array> {
  for (let waited = 0; ;) {
    const { token } = await authority.timestamp(digest)
    const time = readTimestampToken(token).info?.time
    const behind = notBefore && time ? notBefore.getTime() - time.getTime() : 0
    if (behind <= 0) return token
    const wait = Math.max(behind, 250)
    waited += wait
    if (waited > waitAtMost) {
      const reason = `its clock is ${behind} ms behind that of the signature’s timestamp`
      throw new TimestampUnavailable([{ url: 'the document timestamp', reason }])
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

import { TimestampUnavailable } from './port.ts'
import type { TimestampAuthorities, TimestampAuthority, TimestampFailure } from './port.ts'
import type { ValidationMaterial } from '#api/providers/trust-service/port.ts'
import { type NamedAuthority, watch, type WatchedAuthority } from './watched-authority.ts'

export interface FailoverOptions {
  readonly now: () => Date
  /** Milliseconds during which one that failed is asked last. */
  readonly restTime?: number
  /** Told of each authority that fails, also when the next one answers: someone has to see to it. */
  readonly onFailure?: ((failure: TimestampFailure) => void) | undefined
}

/**
 * Several authorities as one, in their order: one that fails rests for a while, in which it is asked only when all
 * others fail too. One whose certificate was revoked, or whose status is not to be had, fails as well: a signature with its
 * token would not be B-LT. When none gives a token that verifies, the error names each.
 */
export function failoverAuthority(
  authorities: readonly NamedAuthority[],
  { now, restTime = 30_000, onFailure }: FailoverOptions,
): TimestampAuthorities {
  // With each token, as long as someone has it: who asks for a timestamp asks for these next.
  const materials = new WeakMap<Uint8Array, ValidationMaterial>()
  const stampWithStatus = async (authority: TimestampAuthority, digest: Uint8Array) => {
    const stamped = await authority.timestamp(digest)
    materials.set(stamped.token, await authority.validation(stamped.token))
    return stamped
  }
  const watched = authorities.map(({ url, authority }) =>
    watch({ url, authority: { ...authority, timestamp: (digest) => stampWithStatus(authority, digest) } }),
  )
  const restingUntil = new Map<WatchedAuthority, number>()
  const isResting = (each: WatchedAuthority): boolean => (restingUntil.get(each) ?? 0) > now().getTime()

  return {
    async timestamp(digest) {
      const awake = watched.filter((each) => !isResting(each))
      const resting = watched.filter(isResting)
      const failures: TimestampFailure[] = []
      for (const each of [...awake, ...resting]) {
        try {
          const stamped = await each.timestamp(digest)
          restingUntil.delete(each)
          return stamped
        } catch (error) {
          const reasons = failuresOf(error)
          failures.push(...reasons)
          for (const reason of reasons) onFailure?.(reason)
          restingUntil.set(each, now().getTime() + restTime)
        }
      }
      throw new TimestampUnavailable(failures)
    },
    /** Each knows only its own tokens, and says so without asking anybody. */
    async validation(token) {
      const known = materials.get(token)
      if (known) return known
      const failures: TimestampFailure[] = []
      for (const { authority } of authorities) {
        try {
          return await authority.validation(token)
        } catch (error) {
          failures.push(...failuresOf(error))
        }
      }
      throw new TimestampUnavailable(failures)
    },
    async isReachable() {
      const all = await Promise.all(watched.map((each) => each.isReachable()))
      return all.includes(true)
    },
    states: () => watched.map((each) => each.state()),
    /** Of those that can tell: one that is away and has stamped nothing yet must not stop the others' signatures. */
    async anchors() {
      const failures: TimestampFailure[] = []
      const lists = await Promise.all(
        authorities.map(({ authority }) =>
          authority.anchors().catch((error: unknown) => {
            failures.push(...failuresOf(error))
            return null
          }),
        ),
      )
      const told = lists.filter((list) => list !== null)
      if (told.length === 0 && failures.length > 0) throw new TimestampUnavailable(failures)
      const unique = new Map(told.flat().map((der) => [Buffer.from(der).toString('base64'), der]))
      return [...unique.values()]
    },
  }
}

function failuresOf(error: unknown): readonly TimestampFailure[] {
  if (error instanceof TimestampUnavailable) return error.failures
  throw error
}

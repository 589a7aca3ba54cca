import { createHash, randomBytes } from 'node:crypto'
import { canonical } from './canonical-json.ts'

// A value that an event of the evidence proves and doesn't show: the event has its commitment, and the value is kept apart, where it
// can be deleted (docs/decisions/0114). The salt keeps a short value from being found by trying.

/** What an event has in place of the value: hexadecimal SHA-256. */
export interface Commitment {
  readonly commitment: string
}

export interface CommittedValue extends Commitment {
  /** Of whose signature it is. */
  readonly signatureId: string
  readonly salt: Buffer
  readonly value: string | boolean
}

const saltLength = 16

export function commitTo(signatureId: string, value: CommittedValue['value']): CommittedValue {
  const salt = randomBytes(saltLength)
  return { signatureId, salt, value, commitment: commitmentOf(salt, value) }
}

/** Were the salt of any length, a part of the value could pass for salt. */
export function isCommittedTo({
  commitment,
  salt,
  value,
}: Pick<CommittedValue, 'commitment' | 'salt' | 'value'>): boolean {
  return salt.length === saltLength && commitmentOf(salt, value) === commitment
}

function commitmentOf(salt: Uint8Array, value: unknown): string {
  return createHash('sha256').update(salt).update(canonical(value)).digest('hex')
}

export function isCommitment(value: unknown): value is Commitment {
  return typeof value === 'object' && value !== null && 'commitment' in value && isText(value.commitment)
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** All that an event's data commits to. */
export function commitmentsIn(data: unknown): string[] {
  if (isCommitment(data)) return [data.commitment]
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(commitmentsIn) : []
}

/** The same data, with the values that are known beside their commitments. */
export function withValues<Data>(data: Data, values: ReadonlyMap<string, CommittedValue['value']>): Data {
  return values.size === 0 ? data : (filled(data, values) as Data)
}

function filled(data: unknown, values: ReadonlyMap<string, CommittedValue['value']>): unknown {
  if (isCommitment(data)) {
    const value = values.get(data.commitment)
    return value === undefined ? data : { ...data, value }
  }
  if (Array.isArray(data)) return data.map((one) => filled(one, values))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, inner]) => [name, filled(inner, values)]))
}

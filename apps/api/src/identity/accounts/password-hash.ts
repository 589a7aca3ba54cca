import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { normalizePassword } from './password.ts'

// argon2id (the library's default) with 19 MiB and two passes: RFC 9106 by way of OWASP's password storage advice.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), cost)
}

// What the passwords of unknown accounts are compared with: same cost, and nobody knows its password.
let nobodysHash: Promise<string> | undefined

/** Is this the password of that hash? Without a hash the same work is done and the answer is no. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(32).toString('hex'))
  const isRight = await verify(passwordHash ?? (await nobodysHash), normalizePassword(password))
  return passwordHash !== null && isRight
}

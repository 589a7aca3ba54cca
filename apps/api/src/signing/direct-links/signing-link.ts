import { randomBytes } from 'node:crypto'
import type { Context } from '#api/providers/context.ts'
import { decrypt, encrypt } from '#api/platform/secrets/secret-box.ts'
import { linkContext } from '#api/signing/signature-requests/encrypted-columns.ts'
import { hashLinkSecret } from './open-direct-link.ts'

/** A no-account signer's user id, for a signature or a member of its group: 128 random bits that are in the signer's link and nowhere else. */
export function makeSigningLink(context: Context, holderId: string): { hash: Buffer; encrypted: Buffer } {
  const secret = randomBytes(16).toString('base64url')
  const encrypted = encrypt(context.masterKey, Buffer.from(secret), linkContext(holderId))
  return { hash: hashLinkSecret(secret), encrypted: Buffer.from(encrypted) }
}

interface LinkedSigner {
  readonly id: string
  readonly link: { readonly encrypted: Uint8Array } | null
}

/** Where this signer opens the request: by the personal link, or signed in. */
export function signingAddress(context: Context, requestId: string, signature: LinkedSigner | null): string {
  const address = `${context.config.publicUrl}/view/${requestId}`
  if (!signature?.link) return address
  const secret = Buffer.from(
    decrypt(context.masterKey, signature.link.encrypted, linkContext(signature.id)),
  ).toString()
  return `${address}/${secret}`
}

import { hash, randomBytes } from 'node:crypto'

/** 256 random bits. Only the bearer has them: the database keeps the hash. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A token is random all through: a plain hash is enough to keep the table useless to a thief. */
export function hashToken(
  purpose:
    | 'session'
    | 'confirmation'
    | 'login_challenge'
    | 'single_sign_on'
    // Of an anonymous upload's link, by its earlier name: it is part of the hashes of links that are out.
    | 'hand_over'
    | 'validation'
    | 'api_user'
    | 'scim'
    | 'aes_for_business',
  token: string,
): Buffer {
  return hash('sha256', `${purpose}:${token}`, 'buffer')
}

import type * as z from 'zod/mini'
import {
  Observer,
  ShownDocument,
  ShownIdentity,
  ShownVisual,
  SignatureRequestV2,
  SignatureRequestV3,
  SignatureV2,
  SignatureV3,
} from './shapes.ts'

/**
 * Many clients have one class for what they send and what they get, and write all its members, unset ones as null. What they
 * write so says nothing, in whichever call; a name that no published shape has is misspelt.
 */
export function namesOf(...shapes: readonly z.ZodMiniObject[]): ReadonlySet<string> {
  return new Set(shapes.flatMap(({ shape }) => Object.keys(shape)))
}

/** Those of a signature request and what it consists of, at any depth. */
export const requestNames: ReadonlySet<string> = new Set([
  ...namesOf(SignatureRequestV2, SignatureRequestV3, SignatureV2, SignatureV3),
  ...namesOf(ShownIdentity, ShownVisual, ShownDocument, Observer),
  // Of the document of a new request of `/v2`, and of an observer.
  ...['content', 'content_type', 'file_url', 'user_id', 'group_id', 'group_info'],
])

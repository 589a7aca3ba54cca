import type { ProtocolSigner } from './protocol.ts'
import type { ProtocolWords } from './protocol-words/words.ts'

/** What the protocol says of a signature that a group was asked for: by which name, and who its members were. */
export function groupFacts(
  { group }: Pick<ProtocolSigner, 'group'>,
  words: Pick<ProtocolWords, 'group' | 'members'>,
): [string, string][] {
  if (!group) return []
  return [
    [words.group, group.name],
    [words.members, group.members.join(', ')],
  ]
}

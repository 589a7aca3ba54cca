import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { type GroupMember, type Limits, twice } from './signer-group.ts'

/** Refuses more members than there may be, and anybody who is named twice. */
export function checkMembers(members: readonly GroupMember[], limits: Limits): readonly GroupMember[] {
  if (members.length > limits.maxParticipants) throw new Refusal('group.too_many_members')
  const again = twice(members)
  if (again >= 0) throw wrongField(`members.${again}.email`, 'twice', 'Named twice')
  return members
}

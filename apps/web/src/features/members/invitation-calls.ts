import {
  acceptInvitation,
  declineInvitation,
  getOwnInvitation,
  getOwnInvitations,
  type OwnInvitation,
} from '@countersign/contract/members.ts'
import { call } from '#web/lib/calls/api.ts'
import { forgetVisitor } from '#web/lib/account/current-visitor.ts'

const background = { background: true }

/** Those that wait for one's answer, the newest first. */
export async function readInvitations(): Promise<readonly OwnInvitation[]> {
  return (await call(getOwnInvitations, {}, background)).invitations
}

export function readInvitation(inviteId: string): Promise<OwnInvitation> {
  return call(getOwnInvitation, { params: { inviteId } }, background)
}

/** The account and its business are not what they were: they are asked for again. */
export async function answer({ id }: OwnInvitation, accepts: boolean): Promise<void> {
  await call(accepts ? acceptInvitation : declineInvitation, { params: { inviteId: id } }, background)
  forgetVisitor()
}

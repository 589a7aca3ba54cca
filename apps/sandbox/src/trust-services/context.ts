import type { FaultBoard } from '../faults/fault-board.ts'
import type { MessageStore } from '../messages/message-store.ts'
import type { TestAuthority } from '../pki/test-authority.ts'
import type { TimeStampAuthority } from '../time-stamp-authority/authority.ts'
import type { Approvals } from './approvals.ts'
import type { SigningKeys } from './keys.ts'
import type { Subscribers } from './subscribers.ts'

/** What the trust services have in common. */
export type TrustServiceContext = {
  /** Where browsers reach them, and where customers do, over mutual TLS. */
  url: string
  tlsUrl: string
  authority: TestAuthority
  timeStamps: TimeStampAuthority
  keys: SigningKeys
  approvals: Approvals
  /** What they send people. */
  messages: MessageStore
  subscribers: Subscribers
  faults: FaultBoard
}

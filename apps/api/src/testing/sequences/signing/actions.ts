import type { Action } from './act.ts'
import * as senders from './acts-of-senders.ts'
import * as signers from './acts-of-signers.ts'
import * as circumstances from './circumstances.ts'

/** More of them are what people do more often. */
const weighted: readonly (readonly [weight: number, act: Action])[] = [
  [12, signers.signAsAccount],
  [8, signers.signAsGuest],
  [2, signers.decline],
  [1, signers.declineAsGuest],
  [2, senders.withdraw],
  [2, senders.remove],
  [2, senders.remind],
  [4, signers.delegate],
  [2, signers.delegateAsGuest],
  [2, senders.observe],
  [2, senders.unobserve],
  [6, senders.correct],
  [3, senders.addSigner],
  [3, senders.removeSigner],
  [3, signers.fillIn],
  [3, senders.copy],
  [3, senders.send],
  [2, senders.addFile],
  [2, senders.read],
  [1, circumstances.rename],
  [1, circumstances.changeEmail],
  [1, circumstances.deleteAccount],
  [1, circumstances.expire],
  [1, circumstances.fail],
]
export const actions: readonly Action[] = weighted.flatMap(([weight, act]) =>
  Array.from({ length: weight }, () => act),
)

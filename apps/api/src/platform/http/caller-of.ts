import { isIPv4 } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Actor } from '#api/platform/actor.ts'
import { networkOf } from '#api/platform/values/network.ts'
import type { Caller } from '#api/platform/threads/caller.ts'

/** On whose account the threads work: an account, a link, an API user; without a credential the network the call comes from. */
export function callerOf(actor: Actor, reply: FastifyReply): Caller {
  const signal = hungUp(reply)
  switch (actor.kind) {
    case 'account':
      return { key: `account:${actor.accountId}`, anonymous: false, signal }
    case 'api-user':
      return { key: `api-user:${actor.apiUserId}`, anonymous: false, signal }
    case 'link':
      return { key: `link:${actor.memberId ?? actor.signatureId}`, anonymous: false, signal }
    case 'nobody':
      return { key: `network:${wideNetworkOf(actor.address)}`, anonymous: true, signal }
  }
}

/** Of IPv4 one customer of a hosting company has many addresses side by side. */
function wideNetworkOf(address: string): string {
  const network = networkOf(address)
  return isIPv4(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network
}

/** Aborted when the connection closes before the answer is sent. */
function hungUp({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

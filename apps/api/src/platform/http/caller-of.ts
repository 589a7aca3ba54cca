import { isIPv4 } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Actor } from '#api/platform/actor.ts'
import { networkOf } from '#api/platform/values/network.ts'
import type { Caller } from '#api/platform/threads/caller.ts'

/** On whose account the threads work: an account, a link, an API user; without a credential the network the call comes from. */
export function callerOf(actor: Actor, reply: FastifyReply): Caller {
  let signal: AbortSignal | undefined
  return {
    key: keyOf(actor),
    anonymous: actor.kind === 'nobody',
    // Most calls give nothing to the threads, and need none.
    get signal() {
      return (signal ??= hungUp(reply))
    },
  }
}

function keyOf(actor: Actor): string {
  switch (actor.kind) {
    case 'account':
      return `account:${actor.accountId}`
    case 'api-user':
      return `api-user:${actor.apiUserId}`
    case 'link':
      return `link:${actor.memberId ?? actor.signatureId}`
    case 'nobody':
      return `network:${wideNetworkOf(actor.address)}`
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
  const end = () => {
    if (!raw.writableFinished) controller.abort()
  }
  if (raw.closed) end()
  else raw.once('close', end)
  return controller.signal
}

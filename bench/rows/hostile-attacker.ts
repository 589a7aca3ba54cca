import { type ClientRequest, request } from 'node:http'

// A process of its own, as an attacker has a machine of his own: it keeps everything ready, and sends it all at once.

export interface Attack {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly calls: readonly { readonly url: string; readonly body: string | null }[]
}

export type Order = { readonly attack: Attack } | 'go' | 'hang up'
export type Word = 'ready' | { readonly statuses: Readonly<Record<string, number>> }

let attack: Attack | undefined
let bodies: readonly (Buffer | null)[] = []
let open: ClientRequest[] = []
let statuses: Record<string, number> = {}

process.on('message', (order: Order) => {
  if (order === 'go') return flood()
  if (order === 'hang up') return hangUp()
  attack = order.attack
  bodies = attack.calls.map(({ body }) => (body === null ? null : Buffer.from(body)))
  say('ready')
})
process.on('disconnect', () => process.exit())

function flood(): void {
  statuses = {}
  const { method, headers, calls } = attack ?? { method: 'GET', headers: {}, calls: [] }
  open = calls.map(({ url }, index) => {
    const body = bodies[index] ?? null
    const content = body && { 'content-type': 'application/json', 'content-length': String(body.length) }
    const call = request(url, { method, agent: false, headers: { ...headers, ...content } }, (response) => {
      note(String(response.statusCode))
      response.resume()
    })
    call.on('error', () => note('hung up'))
    call.end(body ?? undefined)
    return call
  })
}

function hangUp(): void {
  for (const call of open) call.destroy()
  setTimeout(() => say({ statuses }), 50)
}

function note(status: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1
}

function say(word: Word): void {
  process.send?.(word)
}

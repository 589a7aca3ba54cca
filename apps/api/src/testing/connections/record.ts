// Loaded by `--import` into each process of a test: writes down where each connection and name look-up goes.
import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import net from 'node:net'

const file = process.env['RECORDED_CONNECTIONS'] ?? ''
const record = (line: string) => appendFileSync(file, `${line}\n`)

/** Called before the real function, with its arguments. */
function before(owner: object, name: string, say: (given: readonly unknown[]) => string): void {
  const functions = owner as Record<string, (...given: unknown[]) => unknown>
  const real = functions[name]
  if (!real) throw new Error(`Node has no ${name}`)
  functions[name] = function recorded(this: unknown, ...given: unknown[]) {
    record(say(given))
    return real.apply(this, given)
  }
}

before(net.Socket.prototype, 'connect', ([first, second]) => {
  // Node passes on its own calls with the arguments in a list.
  const [to, host] = Array.isArray(first) ? (first as unknown[]) : [first, second]
  if (typeof to !== 'object' || to === null)
    return Number.isInteger(Number(to))
      ? `tcp ${typeof host === 'string' ? host : 'localhost'}:${String(to)}`
      : 'unix'
  const options = to as { readonly path?: string; readonly host?: string; readonly port?: number | string }
  return options.path && !options.port ? 'unix' : `tcp ${options.host ?? 'localhost'}:${options.port}`
})
before(dgram.Socket.prototype, 'send', () => 'udp')
for (const resolver of [dns.Resolver.prototype, dns.promises.Resolver.prototype, dns, dns.promises])
  for (const name of [
    'resolve',
    'resolve4',
    'resolve6',
    'resolveTxt',
    'resolveMx',
    'resolveSrv',
    'resolveCname',
  ])
    before(resolver, name, ([host]) => `dns ${String(host)}`)

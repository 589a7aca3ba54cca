import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'

const patience = 8_000

/**
 * Connects to the host of an address, with TLS where it is `https`, and says nothing. Null where that works: the name is
 * known, the port open, its certificate trusted, ours accepted.
 */
export function whyUnreachable(
  url: string,
  tls: Pick<ConnectionOptions, 'cert' | 'key' | 'ca'> = {},
): Promise<string | null> {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isEncrypted = protocol === 'https:'
  return new Promise((resolve) => {
    const socket: Socket = isEncrypted
      ? connectTls({
          host,
          port: Number(port) || 443,
          ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
          ...tls,
        })
      : connectPlain({ host, port: Number(port) || 80 })
    const end = (reason: string | null) => {
      socket.destroy()
      resolve(reason)
    }
    socket.setTimeout(patience, () => end(`no answer within ${patience / 1000} s`))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.message || error.code || 'it failed'))
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      // In TLS 1.3 a server refuses our certificate only after the handshake.
      const settled = setTimeout(() => end(null), isEncrypted && tls.cert ? 300 : 0)
      socket.once('error', () => clearTimeout(settled))
    })
  })
}

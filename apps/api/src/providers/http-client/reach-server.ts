import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions, TLSSocket } from 'node:tls'

const patience = 8_000

/**
 * Connects to the host of an address, with TLS where it is `https`, and says nothing. Null where that works: the name is
 * known, the port open, its certificate trusted, ours accepted.
 */
export function whyUnreachable(
  url: string,
  tls: Pick<ConnectionOptions, 'cert' | 'key' | 'ca'> = {},
): Promise<string | null> {
  return new Promise((resolve) => {
    const { socket, connected } = open(url, tls)
    const end = (reason: string | null) => {
      socket.destroy()
      resolve(reason)
    }
    socket.setTimeout(patience, () => end(`no answer within ${patience / 1000} s`))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.message || error.code || 'it failed'))
    socket.once(connected, () => {
      // In TLS 1.3 a server refuses our certificate only after the handshake.
      const settled = setTimeout(() => end(null), socket instanceof TLSSocket && tls.cert ? 300 : 0)
      socket.once('error', () => clearTimeout(settled))
    })
  })
}

const certificatePatience = 5_000

/** The certificate that a server presents, also one that browsers would refuse; null without TLS, or where it doesn't answer. */
export function presentedCertificate(url: string): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const { socket, connected } = open(url, { rejectUnauthorized: false })
    const end = (certificate: Uint8Array | null) => {
      socket.destroy()
      resolve(certificate)
    }
    socket.setTimeout(certificatePatience, () => end(null))
    socket.once('error', () => end(null))
    socket.once(connected, () =>
      end(socket instanceof TLSSocket ? (socket.getPeerCertificate().raw ?? null) : null),
    )
  })
}

function open(url: string, tls: ConnectionOptions): { readonly socket: Socket; readonly connected: string } {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:')
    return { socket: connectPlain({ host, port: Number(port) || 80 }), connected: 'connect' }
  const named = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
  const socket = connectTls({ host, port: Number(port) || 443, ...named, ...tls })
  return { socket, connected: 'secureConnect' }
}

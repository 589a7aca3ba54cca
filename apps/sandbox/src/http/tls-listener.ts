import { createServer } from 'node:https'
import type { TlsIdentities } from '../pki/tls-identities.ts'
import { openListener } from './listener.ts'
import type { Listener } from './listener.ts'

/** Asks for a client certificate and leaves it to each route what it makes of none. */
export function openTlsListener(port: number, host: string, tls: TlsIdentities): Promise<Listener> {
  const { certificate: cert, key } = tls.server
  const options = { cert, key, ca: tls.customerRootPem, requestCert: true, rejectUnauthorized: false }
  return openListener(port, host, createServer({ ...options, minVersion: 'TLSv1.2' }))
}

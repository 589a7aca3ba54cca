import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../time-stamp-authority/key-store.ts'
import { client } from './client.ts'
import { SEAL_PIN } from './csc/credentials.ts'
import { providers } from './csc/providers.ts'
import type { TrustServices } from './open-trust-services.ts'

const onDemand = {
  'AES:ZERTES': 'OnDemand-Advanced4',
  'QES:ZERTES': 'OnDemand-Qualified4',
  'AES:EIDAS': 'OnDemand-Advanced4.1-EU',
  'QES:EIDAS': 'OnDemand-Qualified4.1-EU',
}
const seals = {
  'SEAL_AES:ZERTES': 'static-saphir4-ch',
  'SEAL_QES:ZERTES': 'static-qualified4-ch',
  'SEAL_AES:EIDAS': 'static-saphir4.1-eu',
  'SEAL_QES:EIDAS': 'static-qualified4.1-eu',
}
const assignment = {
  'QES:ZERTES': 'ais',
  'QES:EIDAS': 'mab',
  'SEAL_AES:ZERTES': 'ais',
  'SEAL_QES:ZERTES': 'ais',
  'SEAL_AES:EIDAS': 'mab',
  'SEAL_QES:EIDAS': 'mab',
}

/**
 * Writes what an enrolment with the trust services hands over to a customer: its certificate and key, the roots, its
 * secrets, and `trust-services.json` that names them all. Answers the path of that file. An assignment of one's own may
 * name the other signing services, `csc-plain` …, which are in the file only then.
 */
export function writeEnrolment(
  folder: string,
  pagesUrl: string,
  { url, customer, tlsRootPem, anchorsPem }: Omit<TrustServices, 'close' | 'port'>,
  own: Readonly<Record<string, string>> = {},
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const write = (name: string, text: string): string => {
    writeWhole(join(folder, name), text, 0o600)
    return name
  }
  const reached = {
    certificateFile: write('customer.pem', customer.certificate),
    keyFile: write('customer-key.pem', customer.key),
    authoritiesFile: write('tls-root.pem', tlsRootPem),
    anchorsFile: write('anchors.pem', anchorsPem),
  }
  const known = { ...reached, clientId: client.id, clientSecretFile: write('client-secret', client.secret) }
  const credentialId = `${seals['SEAL_AES:ZERTES']}:Muster AG`
  const services = [
    {
      kind: 'ais',
      url: `${url}/AIS-Server/rs/v1.0`,
      ...reached,
      customer: 'countersign',
      keyEntities: { ...onDemand, ...seals },
    },
    { kind: 'mab', url, pagesUrl, ...known, credentials: { ...onDemand, ...seals } },
    {
      kind: 'csc',
      url,
      authorizeUrl: `${pagesUrl}/oauth2/authorize`,
      // It knows this customer's users; everyone signs in to the others.
      serviceAuthorization: 'client',
      ...known,
      seals: { 'Muster AG': { credentialId, pinFile: write('seal-pin', SEAL_PIN) } },
    },
  ]
  const assigned = { ...assignment, ...own }
  const others = providers
    .filter(({ prefix }) => prefix !== '')
    .map(({ prefix, clientAuthentication }) => ({
      kind: 'csc',
      name: `csc-${prefix.slice(1)}`,
      url: `${url}${prefix}`,
      authorizeUrl: `${pagesUrl}${prefix}/oauth2/authorize`,
      clientAuthentication: clientAuthentication[0],
      ...known,
    }))
    .filter(({ name }) => Object.values(assigned).includes(name))
  const file = 'trust-services.json'
  const all = { services: [...services, ...others], assignment: assigned }
  write(file, `${JSON.stringify(all, null, 2)}\n`)
  return join(folder, file)
}

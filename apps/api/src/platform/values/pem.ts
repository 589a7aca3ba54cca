const begin = '-----BEGIN CERTIFICATE-----'
const end = '-----END CERTIFICATE-----'

/** Certificates, DER, one after the other as PEM (RFC 7468 §5). */
export function toPem(certificates: readonly Uint8Array[]): string {
  return certificates
    .map((der) => {
      const lines =
        Buffer.from(der)
          .toString('base64')
          .match(/.{1,64}/g) ?? []
      return [begin, ...lines, end, ''].join('\n')
    })
    .join('')
}

/** The certificates of a PEM file, DER; what is between them is passed over. */
export function fromPem(text: string): Uint8Array[] {
  const bodies = text.matchAll(/-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g)
  return [...bodies].map(([, body = '']) => Buffer.from(body, 'base64'))
}

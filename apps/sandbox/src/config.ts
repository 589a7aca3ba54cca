export type SandboxConfig = {
  port: number
  smtpPort: number
  tlsPort: number
  dnsPort: number
  stripePort: number
  host: string
  url?: string
  data: string
  productUrl: string
}

type Environment = Record<string, string | undefined>

/** Throws one error that names each wrong setting. */
export function parseConfig(environment: Environment): SandboxConfig {
  const wrong: string[] = []
  const port = parsePort(environment, 'SANDBOX_PORT', 8090, wrong)
  const smtpPort = parsePort(environment, 'SANDBOX_SMTP_PORT', 8025, wrong)
  const tlsPort = parsePort(environment, 'SANDBOX_TLS_PORT', port + 1, wrong)
  const dnsPort = parsePort(environment, 'SANDBOX_DNS_PORT', port + 2, wrong)
  const stripePort = parsePort(environment, 'SANDBOX_STRIPE_PORT', port + 3, wrong)
  const url = environment['SANDBOX_URL'] || `http://localhost:${port}`
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    wrong.push('SANDBOX_URL must be an http or https address')
  const productUrl = environment['SANDBOX_PRODUCT_URL'] || 'http://localhost:8080'
  if (!/^https?:$/.test(URL.parse(productUrl)?.protocol ?? ''))
    wrong.push('SANDBOX_PRODUCT_URL must be an http or https address')
  // What is simulated is the same for each: who started the sandbox passes the chosen one to the product.
  const billing = environment['SANDBOX_BILLING'] || 'stripe'
  if (!['stripe', 'chargebee', 'off'].includes(billing))
    wrong.push(`SANDBOX_BILLING must be stripe, chargebee or off, not '${billing}'`)
  if (wrong.length > 0) throw new Error(wrong.join('; '))
  return {
    port,
    smtpPort,
    tlsPort,
    dnsPort,
    stripePort,
    host: environment['SANDBOX_HOST'] || '127.0.0.1',
    url: url.replace(/\/+$/, ''),
    data: environment['SANDBOX_DATA'] || 'data/sandbox',
    productUrl: productUrl.replace(/\/+$/, ''),
  }
}

function parsePort(environment: Environment, name: string, fallback: number, wrong: string[]): number {
  const value = environment[name] || String(fallback)
  const port = Number(value)
  if (/^\d+$/.test(value) && port >= 1 && port <= 65535) return port
  wrong.push(`${name} must be a port from 1 to 65535, not '${value}'`)
  return fallback
}

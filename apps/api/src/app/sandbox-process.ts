import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readAllowedHost } from '#api/platform/settings/allowed-hosts.ts'
import type { Config } from '#api/platform/settings/config.ts'
import { readIdentificationProviders } from '#api/platform/settings/read-identification-providers.ts'
import type { PaymentSettings } from '#api/platform/settings/payment-settings.ts'
import { readTrustServices } from '#api/platform/settings/read-trust-services.ts'

export interface SandboxProcess {
  readonly process: ChildProcess
  readonly url: string
  readonly smtpUrl: string
  readonly smsGateway: NonNullable<Config['smsGateway']>
  readonly timestampAuthorities: Config['timestampAuthorities']
  readonly identityProviders: Config['identityProviders']
  readonly identificationProviders: Config['identificationProviders']
  readonly trustServices: Config['trustServices']
  readonly dnsServers: Config['dnsServers']
  readonly outgoingAllowedHosts: Config['outgoingAllowedHosts']
  readonly payment: Config['payment']
  readonly enterpriseFormUrl: string
  stop(): Promise<void>
}

/** Starts the stand-ins for the outside parties as a process of their own and tells by which addresses to reach them. */
export async function startSandboxProcess(
  environment: NodeJS.ProcessEnv,
  dataDirectory: string,
  /** Where its company's sign-in sends people back to. */
  productUrl: string,
): Promise<SandboxProcess> {
  const data = join(dataDirectory, 'sandbox')
  const port = environment.SANDBOX_PORT || '8090'
  const smtpPort = environment.SANDBOX_SMTP_PORT || '8025'
  const dnsPort = environment.SANDBOX_DNS_PORT || String(Number(port) + 2)
  const url = environment.SANDBOX_URL || `http://localhost:${port}`
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url))],
    {
      env: {
        ...environment,
        SANDBOX_PORT: port,
        SANDBOX_SMTP_PORT: smtpPort,
        SANDBOX_DNS_PORT: dnsPort,
        SANDBOX_DATA: data,
        SANDBOX_URL: url,
        SANDBOX_PRODUCT_URL: productUrl,
        SANDBOX_ENDS_WITH_INPUT: '1',
      },
      // Its input is a line to us: when that breaks, because we were killed, it ends as well.
      stdio: ['pipe', 'pipe', 'inherit'],
      // Ctrl-C reaches us alone: we stop it after the api, which still wants to send.
      detached: true,
    },
  )
  const lines = createInterface({ input: child.stdout })
  const ready = await Promise.race([
    once(lines, 'line').then(() => true),
    once(child, 'exit').then(() => false),
  ])
  if (!ready)
    throw Object.assign(new Error('The sandbox could not be started; it said why above.'), {
      name: 'PortTaken',
    })
  const anchorsFile = join(data, 'tsa-root.pem')
  const billing = environment.SANDBOX_BILLING || 'stripe'
  // The operator's commands have the same billing as what is running.
  writeFileSync(join(data, 'billing.json'), JSON.stringify({ forNew: billing }))
  const local = `http://127.0.0.1:${port}`
  return {
    process: child,
    url,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    smsGateway: { url: `${local}/sms/messages`, key: 'sandbox' },
    timestampAuthorities: [
      { url: `${local}/tsa`, anchorsFile },
      { url: `${local}/tsa2`, anchorsFile },
    ],
    // The sandbox is the company here: what its administrator would hand over is in a file.
    identityProviders: [JSON.parse(readFileSync(join(data, 'company.json'), 'utf8'))],
    identificationProviders: identification(join(data, 'identification.json')),
    trustServices: enrolment(join(data, 'enrolment', 'trust-services.json')),
    dnsServers: [`127.0.0.1:${dnsPort}`],
    outgoingAllowedHosts: [new URL(url).origin, local].flatMap((origin) => readAllowedHost(origin) ?? []),
    enterpriseFormUrl: `${local}/submissions/v3/integration/submit/100200300/6d1f0f5e-4f0c-4d0a-9c1b-2f3a4b5c6d7e`,
    payment: readSandboxPayment(dataDirectory),
    stop: async () => {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** What its identification providers handed over. */
function identification(file: string): Config['identificationProviders'] {
  const { settings, wrong } = readIdentificationProviders({
    IDENTIFICATION_PROVIDERS_FILE: file,
    TEST_SYSTEM: '1',
  })
  if (wrong.length > 0) throw new Error(`The sandbox’s enrolment cannot be used: ${wrong.join(', ')}`)
  return settings
}

/** What its payment providers handed over: all of it, and who takes new customers; with `off` there is no billing. */
export function readSandboxPayment(dataDirectory: string): PaymentSettings {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(dataDirectory, 'sandbox', name), 'utf8'))
  if (!existsSync(join(dataDirectory, 'sandbox', 'billing.json'))) return {}
  const { forNew } = read('billing.json') as { forNew: string }
  if (forNew !== 'stripe' && forNew !== 'chargebee') return {}
  const { stripe, chargebee } = read('payment.json') as PaymentSettings
  if (!{ stripe, chargebee }[forNew]) return {}
  return { stripe: stripe && { ...stripe, tax: true }, chargebee, forNew }
}

/** What its trust services handed over. */
function enrolment(file: string): Config['trustServices'] {
  const { settings, wrong } = readTrustServices({ TRUST_SERVICES_FILE: file, TEST_SYSTEM: '1' })
  if (wrong.length > 0) throw new Error(`The sandbox’s enrolment cannot be used: ${wrong.join(', ')}`)
  return settings
}

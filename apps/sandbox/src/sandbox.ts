import { join } from 'node:path'
import { openDnsRecords } from './dns/records.ts'
import { registerDnsRoutes } from './dns/routes.ts'
import { openDnsServer } from './dns/server.ts'
import { createFaultBoard } from './faults/fault-board.ts'
import { registerFaultRoutes } from './faults/routes.ts'
import { openListener } from './http/listener.ts'
import type { Listener } from './http/listener.ts'
import { openIdentification } from './identification/open-identification.ts'
import { registerInbox } from './inbox/routes.ts'
import { openMessageStore } from './messages/message-store.ts'
import { registerMessageRoutes } from './messages/routes.ts'
import { registerSmsGateway } from './messages/sms-gateway.ts'
import { openSmtpSink } from './messages/smtp-sink.ts'
import { openPayment } from './payment/open-payment.ts'
import type { PaymentEnrolment } from './payment/open-payment.ts'
import { registerEnterpriseForm } from './enterprise-form/routes.ts'
import { registerSingleSignOn } from './single-sign-on/routes.ts'
import { registerStatusPage } from './status-page/routes.ts'
import { openTimeStampAuthority } from './time-stamp-authority/authority.ts'
import { registerTimeStampRoutes } from './time-stamp-authority/routes.ts'
import { writeEnrolment } from './trust-services/enrolment.ts'
import { openTrustServices } from './trust-services/open-trust-services.ts'
import type { TrustServices } from './trust-services/open-trust-services.ts'

export type SandboxOptions = {
  /** 0 for any free one. */
  port: number
  smtpPort: number
  /** Of the trust services, which want mutual TLS; any free one when not given. */
  tlsPort?: number
  /** UDP; any free one when not given. */
  dnsPort?: number
  /** Of Stripe's API and pages; any free one when not given. */
  stripePort?: number
  host?: string
  /** The address that others reach it by; from host and port when not given. */
  url?: string
  /** Where keys and messages are kept; without it they live as long as the process. */
  data?: string
  /** The product's address, where the company's sign-in sends people back to. */
  productUrl?: string
}

export type RunningSandbox = {
  url: string
  smtpPort: number
  dnsPort: number
  anchorsPem: string
  trustServices: TrustServices
  /** How to reach the payment providers. */
  payment: PaymentEnrolment
  close(): Promise<void>
}

/** A port that could not be had, with the name of the setting that chooses it. */
export class PortUnavailable extends Error {
  override name = 'PortUnavailable'
}

/** The stand-ins for the outside parties, each speaking the wire protocol of the party it stands for. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const host = options.host ?? '127.0.0.1'
  const listener = await claim('SANDBOX_PORT', options.port, () => openListener(options.port, host))
  try {
    return await openParties(options, host, listener)
  } catch (error) {
    await listener.close()
    throw error
  }
}

async function openParties(
  options: SandboxOptions,
  host: string,
  listener: Listener,
): Promise<RunningSandbox> {
  const { app } = listener
  const url = options.url ?? `http://${host}:${listener.port}`
  const faults = createFaultBoard()
  const messages = openMessageStore(options.data)
  const authority = openTimeStampAuthority(url, options.data)
  const smtp = await claim('SANDBOX_SMTP_PORT', options.smtpPort, () =>
    openSmtpSink({ port: options.smtpPort, host, messages, faults }),
  )
  const dnsPort = options.dnsPort ?? 0
  const records = openDnsRecords(options.data)
  const dns = await closing(smtp, () =>
    claim('SANDBOX_DNS_PORT', dnsPort, () => openDnsServer({ port: dnsPort, host, records, faults })),
  )
  registerFaultRoutes(app, faults)
  registerDnsRoutes(app, records)
  registerMessageRoutes(app, messages)
  registerSmsGateway(app, messages, faults)
  registerStatusPage(app, url, faults)
  registerEnterpriseForm(app, faults)
  registerInbox(app, messages)
  await registerSingleSignOn(app, {
    url,
    data: options.data,
    faults,
    redirectUris: options.productUrl ? [`${options.productUrl}/v1/single-sign-on/callback`] : [],
  })
  await registerTimeStampRoutes(app, authority, faults)
  const tlsPort = options.tlsPort ?? 0
  const common = { app, url, host, data: options.data, timeStamps: authority, messages, faults }
  const opened = { close: () => Promise.all([smtp.close(), dns.close()]) }
  const trustServices = await closing(opened, () =>
    claim('SANDBOX_TLS_PORT', tlsPort, () => openTrustServices({ ...common, port: tlsPort })),
  )
  // What its trust services hand over to who sets the product up.
  if (options.data) writeEnrolment(join(options.data, 'enrolment'), url, trustServices)
  const { subscribers } = trustServices
  await openIdentification(app, { ...common, subscribers, productUrl: options.productUrl })
  const stripePort = options.stripePort ?? 0
  const payment = await closing({ close: () => Promise.all([opened.close(), trustServices.close()]) }, () =>
    claim('SANDBOX_STRIPE_PORT', stripePort, () =>
      openPayment({ ...common, productUrl: options.productUrl, stripePort }),
    ),
  )
  await app.ready()
  return {
    url,
    smtpPort: smtp.port,
    dnsPort: dns.port,
    anchorsPem: authority.anchorsPem,
    trustServices,
    payment: payment.enrolment,
    close: async () => {
      await Promise.all([listener.close(), smtp.close(), dns.close(), trustServices.close(), payment.close()])
    },
  }
}

/** What is open already is closed when the rest cannot be opened. */
async function closing<T>(opened: { close(): Promise<unknown> }, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function claim<T>(setting: string, port: number, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new PortUnavailable(`Port ${port} is taken: set ${setting} to a free one`)
    if (code === 'EACCES')
      throw new PortUnavailable(`Port ${port} may not be used: set ${setting} to another one`)
    throw error
  }
}

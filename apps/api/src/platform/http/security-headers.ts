import type { OutsideServices } from '@countersign/contract/outside-services.ts'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { StripeSettings } from '#api/platform/settings/payment-settings.ts'

/**
 * Nothing from elsewhere runs or is shown in our pages, and no page of ours is shown in another; but what the
 * installation's settings name. Codes are given to a host of their own.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  outside: OutsideServices,
  verificationUrl: string | null,
  stripe?: StripeSettings,
): Promise<void> {
  const { scripts, connections } = outsideOrigins(outside)
  const payment = stripe ? stripeOrigins(stripe) : null
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scripts, ...(payment?.scripts ?? [])],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: [
          "'self'",
          ...originsOf([verificationUrl ?? undefined]),
          ...connections,
          ...(payment?.connections ?? []),
        ],
        // Card data is entered in a frame of the payment provider, and so are the bank's pages.
        ...(payment ? { frameSrc: ["'self'", ...payment.frames] } : {}),
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // An address of ours may carry a secret.
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
}

/**
 * Lets these websites show this one page in a frame. X-Frame-Options can't name any: a browser that knows frame-ancestors
 * ignores it, and none that doesn't is supported.
 */
export function allowFraming({ raw }: FastifyReply, origins: readonly string[]): void {
  const policy = String(raw.getHeader('Content-Security-Policy'))
  raw.setHeader(
    'Content-Security-Policy',
    policy.replace("frame-ancestors 'none'", () => `frame-ancestors ${origins.join(' ')}`),
  )
  raw.removeHeader('X-Frame-Options')
}

/** For an answer that no hook has seen and that is no page. */
export const headersWithoutPage = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** Each is let in by its origin: a script may load and ask at home, an address that is only told things is only asked. */
export function outsideOrigins(outside: OutsideServices): { scripts: string[]; connections: string[] } {
  const scripts = [outside.guidance?.script, outside.errorReporting?.script, outside.referral?.script]
  const connections = [...scripts, outside.errorReporting?.dsn, outside.surveys?.url]
  return { scripts: originsOf(scripts), connections: originsOf(connections) }
}

/** https://docs.stripe.com/security/guide#content-security-policy */
function stripeOrigins({ scriptUrl }: StripeSettings) {
  if (scriptUrl) {
    const standIn = originsOf([scriptUrl])
    return { scripts: standIn, frames: standIn, connections: standIn }
  }
  const script = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return {
    scripts: script,
    frames: [...script, 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
  }
}

function originsOf(addresses: readonly (string | undefined)[]): string[] {
  return [
    ...new Set(
      addresses.filter((address) => address !== undefined).map((address) => new URL(address).origin),
    ),
  ]
}

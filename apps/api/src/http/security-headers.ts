import type { OutsideServices } from '@countersign/contract/outside-services.ts'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Nothing from elsewhere runs or is shown in our pages, and no page of ours is shown in another; but what the
 * installation's settings name. Codes are given to a host of their own.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  outside: OutsideServices,
  verificationUrl: string | null,
): Promise<void> {
  const { scripts, connections } = outsideOrigins(outside)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...originsOf([verificationUrl ?? undefined]), ...connections],
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

function originsOf(addresses: readonly (string | undefined)[]): string[] {
  return [
    ...new Set(
      addresses.filter((address) => address !== undefined).map((address) => new URL(address).origin),
    ),
  ]
}

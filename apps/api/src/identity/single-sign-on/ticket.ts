import * as z from 'zod/mini'
import type { PlatformContext } from '#api/platform/context.ts'
import { decrypt, encrypt } from '#api/platform/secrets/secret-box.ts'

const minutes = 2

/** Why a browser is led to a provider, for a person who is signed in. */
export interface TicketKind<Content extends z.ZodMiniType<object>> {
  readonly path: `/v1/single-sign-on/${string}`
  /** Of the encryption: a ticket of one kind is none of another. */
  readonly place: string
  readonly content: Content
}

type TicketContext = Pick<PlatformContext, 'config' | 'masterKey' | 'now'>

/** An address of ours that leads a browser to the provider, good for two minutes. */
export function ticketAddress<Content extends z.ZodMiniType<object>>(
  { config, masterKey, now }: TicketContext,
  { path, place }: TicketKind<Content>,
  content: z.output<Content>,
): string {
  const until = now().getTime() + minutes * 60_000
  const ticket = encrypt(masterKey, Buffer.from(JSON.stringify({ ...content, until })), place)
  const url = new URL(path, config.publicUrl)
  url.searchParams.set('token', Buffer.from(ticket).toString('base64url'))
  return url.href
}

/** Null where it is no ticket of this kind, or too old. */
export function readTicket<Content extends z.ZodMiniType<object>>(
  { masterKey, now }: TicketContext,
  { place, content }: TicketKind<Content>,
  token: string,
): z.output<Content> | null {
  try {
    const text = Buffer.from(decrypt(masterKey, Buffer.from(token, 'base64url'), place)).toString()
    const ticket: unknown = JSON.parse(text)
    const { until } = z.parse(z.object({ until: z.number() }), ticket)
    return until > now().getTime() ? z.parse(content, ticket) : null
  } catch {
    return null
  }
}

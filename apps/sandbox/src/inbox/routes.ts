import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Message } from '../messages/message.ts'
import type { MessageStore } from '../messages/message-store.ts'

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Mail is foreign text: no script, no request to anywhere, no access to the page around it. */
const MAIL_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const files = [
  { path: '/', file: 'page.html', type: 'text/html; charset=utf-8' },
  { path: '/inbox.css', file: 'inbox.css', type: 'text/css; charset=utf-8' },
  { path: '/inbox.js', file: 'inbox.js', type: 'text/javascript; charset=utf-8' },
  { path: '/faults.js', file: 'faults.js', type: 'text/javascript; charset=utf-8' },
  { path: '/dns.js', file: 'dns.js', type: 'text/javascript; charset=utf-8' },
  { path: '/favicon.svg', file: 'favicon.svg', type: 'image/svg+xml' },
]

export function registerInbox(app: FastifyInstance, messages: MessageStore): void {
  for (const { path, file, type } of files) {
    const content = readFileSync(new URL(file, import.meta.url))
    app.get(path, (_request, reply) =>
      reply
        .headers({ 'content-security-policy': PAGE_POLICY, 'x-content-type-options': 'nosniff' })
        .headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' })
        .type(type)
        .send(content),
    )
  }

  app.get<{ Querystring: { search?: string } }>('/inbox/list', (request) => {
    const { search } = request.query
    return messages
      .list(search === undefined ? {} : { search })
      .slice(0, 200)
      .map(summaryOf)
  })

  app.get<{ Params: { id: string } }>('/inbox/:id/body', (request, reply) => {
    const message = messages.get(request.params.id)
    if (message === undefined) return reply.callNotFound()
    const head =
      '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><base target="_blank">'
    return reply
      .headers({ 'content-security-policy': MAIL_POLICY, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(head + message.html)
  })

  /** Server-sent events: one line whenever the list has changed. */
  app.get('/inbox/events', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.raw.write('retry: 1000\n\n')
    const stop = messages.onChange(() => reply.raw.write('data: changed\n\n'))
    reply.raw.once('close', stop)
  })
}

function summaryOf({ id, channel, to, subject, text, createdAt }: Message): Record<string, string> {
  return { id, channel, to, subject: subject === '' ? text.slice(0, 120) : subject, createdAt }
}

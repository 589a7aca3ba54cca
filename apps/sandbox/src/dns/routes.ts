import type { FastifyInstance } from 'fastify'
import { refuseField } from '../http/refuse-field.ts'
import { fits } from './message.ts'
import type { DnsRecords, TxtRecord } from './records.ts'

const body = {
  type: 'object',
  required: ['name', 'value'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 254 },
    value: { type: 'string', minLength: 1, maxLength: 400 },
  },
}

/** `GET`, `POST {name, value}` and `DELETE ?name=&value=` of /api/dns: what the domains' owners would set at their hosts. */
export function registerDnsRoutes(app: FastifyInstance, records: DnsRecords): void {
  app.get('/api/dns', () => ({ items: records.list() }))

  app.post<{ Body: TxtRecord }>('/api/dns', { schema: { body } }, (request, reply) => {
    const name = normal(request.body.name)
    const value = request.body.value.trim()
    const isName = name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label))
    if (!isName) return refuseField(reply, 'name', 'must be a name such as _proof.company.example')
    if (!/^[ -~]+$/.test(value)) return refuseField(reply, 'value', 'must be plain ASCII')
    const others = (records.find(name) ?? []).filter((one) => one !== value)
    if (!fits(name, [...others, value]))
      return refuseField(
        reply,
        'value',
        'is too much besides what the name has: it must fit into one datagram',
      )
    records.add({ name, value })
    return reply.code(201).send({ name, value })
  })

  app.delete<{ Querystring: { name?: string; value?: string } }>('/api/dns', (request, reply) => {
    const { name, value } = request.query
    if (name === undefined) records.clear()
    else records.remove(normal(name), value)
    return reply.code(204).send()
  })
}

function normal(name: string): string {
  return name.trim().toLowerCase().replace(/\.$/, '')
}

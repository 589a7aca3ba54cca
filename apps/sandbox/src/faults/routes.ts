import type { FastifyInstance } from 'fastify'
import { refuseField } from '../http/refuse-field.ts'
import { faultKinds } from './fault-board.ts'
import type { FaultBoard, FaultKind, Party } from './fault-board.ts'

type FaultRequest = { party: string; kind: string; times: number }

const body = {
  type: 'object',
  required: ['party', 'kind'],
  properties: {
    party: { type: 'string' },
    kind: { type: 'string' },
    times: { type: 'integer', minimum: -1, maximum: 1_000_000, default: 1 },
  },
}

export function registerFaultRoutes(app: FastifyInstance, faults: FaultBoard): void {
  app.get('/api/faults', () => ({ items: faults.list(), parties: faultKinds }))

  app.delete('/api/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  app.post<{ Body: FaultRequest }>('/api/faults', { schema: { body } }, (request, reply) => {
    const { party, kind, times } = request.body
    if (!isParty(party)) {
      return refuseField(reply, 'party', `must be one of ${Object.keys(faultKinds).join(', ')}`)
    }
    if (!isKindOf(party, kind)) {
      return refuseField(reply, 'kind', `must be one of ${faultKinds[party].join(', ')} for ${party}`)
    }
    if (times === 0) return refuseField(reply, 'times', 'must be 1 or more, or -1 for until cleared')
    faults.set({ party, kind, times })
    return reply.code(201).send({ party, kind, times })
  })
}

function isParty(value: string): value is Party {
  return Object.hasOwn(faultKinds, value)
}

function isKindOf(party: Party, value: string): value is FaultKind {
  return faultKinds[party].some((kind) => kind === value)
}

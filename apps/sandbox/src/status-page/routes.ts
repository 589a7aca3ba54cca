import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import { answerUnavailable, dropConnection, neverAnswer } from '../http/broken-answers.ts'
import { impacts, indicators, maintenanceStatuses, quietBoard, summaryOf } from './status-board.ts'
import type { Board } from './status-board.ts'

const kinds = ['timeout', 'status_503', 'refused'] as const
const time = { type: 'string', format: 'date-time' }
const body = {
  type: 'object',
  properties: {
    indicator: { enum: indicators, default: quietBoard.indicator },
    description: { type: 'string', default: quietBoard.description },
    maintenances: {
      type: 'array',
      default: [],
      maxItems: 100,
      items: {
        type: 'object',
        required: ['name', 'status', 'scheduledFor', 'scheduledUntil'],
        properties: {
          name: { type: 'string' },
          status: { enum: maintenanceStatuses },
          impact: { enum: impacts, default: 'maintenance' },
          scheduledFor: time,
          scheduledUntil: time,
        },
      },
    },
  },
}

/** A status page that speaks Statuspage's API v2; PUT /api/status-page says what it is to tell. */
export function registerStatusPage(app: FastifyInstance, url: string, faults: FaultBoard): void {
  let board = quietBoard

  app.get('/status-page/api/v2/summary.json', (_request, reply) => {
    const fault = faults.take('status_page', kinds)
    if (fault === 'timeout') return neverAnswer(reply)
    if (fault === 'refused') return dropConnection(reply)
    if (fault === 'status_503') return answerUnavailable(reply)
    return reply.send(summaryOf(board, `${url}/status-page`))
  })

  app.put<{ Body: Board }>('/api/status-page', { schema: { body } }, (request, reply) => {
    board = request.body
    return reply.code(204).send()
  })

  app.delete('/api/status-page', (_request, reply) => {
    board = quietBoard
    return reply.code(204).send()
  })
}

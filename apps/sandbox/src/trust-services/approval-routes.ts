import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendPage } from '../http/page.ts'
import { approvalPage, endPage } from './approval-page.ts'
import type { Approval, Approvals } from './approvals.ts'

type Answers = { Params: { id: string }; Body: URLSearchParams }

const path = '/trust-services/approve'
export const approvalUrl = (url: string, { id }: Pick<Approval, 'id'>): string => `${url}${path}/${id}`

const mistakes = {
  wrong_code: 'That is not the code. Look it up in the inbox.',
  wrong_password: 'That is not the password.',
} as const

/** Where people approve, for all trust services alike. */
export async function registerApprovalRoutes(app: FastifyInstance, approvals: Approvals): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope)
    scope.get<Answers>(`${path}/:id`, ({ params }, reply) => {
      const approval = approvals.get(params.id)
      return approval ? showNext(reply, approval) : reply.callNotFound()
    })
    scope.post<Answers>(`${path}/:id`, ({ params, body }, reply) => {
      const approval = approvals.get(params.id)
      if (!approval) return reply.callNotFound()
      const choice = body.get('choice')
      if (choice === 'cancel') approvals.cancel(params.id)
      if (choice === 'resend') {
        const isSent = approvals.resend(params.id)
        return showNext(reply, approval, isSent ? 'Another code is on its way.' : 'Not now: wait a little.')
      }
      if (choice === 'cancel') return showNext(reply, approval)
      const answers = { password: body.get('password') ?? '', code: (body.get('code') ?? '').trim() }
      const verdict = approvals.answer(params.id, answers)
      const isMistake = verdict === 'wrong_code' || verdict === 'wrong_password'
      return showNext(reply, approval, isMistake ? mistakes[verdict] : undefined)
    })
  })
}

export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

function showNext(reply: FastifyReply, approval: Approval, wrong?: string): FastifyReply {
  const { state, returnTo } = approval
  if (state !== 'open' && returnTo) return reply.redirect(returnTo(state), 303)
  const html = state === 'open' ? approvalPage(approval, wrong) : endPage(state)
  return sendPage(reply, html, [returnTo?.('cancelled')])
}

import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import { sendPage } from '../http/page.ts'
import { acceptForms } from '../trust-services/approval-routes.ts'
import type { Cases } from './cases.ts'
import type { Case, PartyName } from './case.ts'
import { choices, isChoice, isSuccess } from './outcomes.ts'
import type { Choice } from './outcomes.ts'
import {
  appointmentPage,
  bookingPage,
  endPage,
  isAppointment,
  officePage,
  outcomePage,
  startPage,
  waitingPage,
} from './page.ts'

type Visit = {
  Params: { id: string }
  Querystring: { waiting?: string; office?: string; wrong?: string }
  Body: URLSearchParams
}

const path = '/identification'
export const pageUrl = (url: string, { id }: Pick<Case, 'id'>): string => `${url}${path}/${id}`

/** Where people are identified: the same pages for each party. */
export async function registerIdentificationPages(
  app: FastifyInstance,
  given: { cases: Cases; faults: FaultBoard; titles: Record<PartyName, string> },
): Promise<void> {
  const { cases, faults, titles } = given
  for (const [file, type] of [
    ['identification.css', 'text/css; charset=utf-8'],
    ['identification.js', 'text/javascript; charset=utf-8'],
  ] as const) {
    const content = readFileSync(new URL(file, import.meta.url))
    app.get(`/${file}`, (_request, reply) => reply.type(type).send(content))
  }

  await app.register(async (scope) => {
    acceptForms(scope)
    scope.get<Visit>(`${path}/:id`, ({ params, query }, reply) => {
      const found = cases.get(params.id)
      if (!found) return reply.callNotFound()
      const title = titles[found.party]
      const isAtOffice = query.office !== undefined && found.appointment && found.state === 'started'
      if (isAtOffice) return send(reply, found, officePage(found, title, query.wrong !== undefined))
      const isWaiting = query.waiting !== undefined && found.method === 'video' && found.state === 'started'
      return isWaiting ? send(reply, found, waitingPage(title)) : show(reply, found, title)
    })
    scope.post<Visit>(`${path}/:id`, ({ params, body }, reply) => {
      const found = cases.get(params.id)
      if (!found) return reply.callNotFound()
      const [act, choice] = [body.get('act'), body.get('choice')]
      const isOpen = found.state === 'new' || found.state === 'started'
      // Each answer leads on, so that going back in the browser is no second answer.
      if (act === 'begin' && found.method !== 'loc') {
        cases.start(found.id)
        return reply.redirect(`${path}/${found.id}${found.method === 'video' ? '?waiting' : ''}`, 303)
      }
      const [office, at] = [body.get('office'), body.get('at')]
      if (act === 'book') {
        if (office && at && isAppointment(office, at)) cases.book(found.id, { office, at })
        return reply.redirect(`${path}/${found.id}`, 303)
      }
      const isCounter = found.method === 'loc' && choice !== 'cancel' && act !== 'finish'
      const knowsCode = found.appointment && body.get('code')?.trim() === found.appointment.code
      if (isOpen && isCounter && !knowsCode) return reply.redirect(`${path}/${found.id}?office&wrong`, 303)
      if (act === 'finish') cases.endReview(found.id)
      else if (!isChoice(choice) || !isOpen) return reply.redirect(`${path}/${found.id}`, 303)
      else choose(found, choice)
      return reply.redirect(found.returnUrl, 303)
    })
  })

  const choose = ({ id, party }: Case, choice: Choice): void => {
    cases.start(id)
    const { outcome } = choices[choice]
    const fault = isSuccess(outcome.code)
      ? faults.take(party, ['name_mismatch', 'document_expired'])
      : undefined
    const isRenamed = fault === 'name_mismatch' || choice === 'renamed'
    cases.finish(id, { ...outcome, isRenamed }, fault === 'document_expired')
  }
}

function show(reply: FastifyReply, found: Case, title: string): FastifyReply {
  const pages =
    found.method === 'loc'
      ? { new: bookingPage, started: appointmentPage, review: endPage, closed: endPage }
      : { new: startPage, started: outcomePage, review: endPage, closed: endPage }
  return send(reply, found, pages[found.state](found, title))
}

const send = (reply: FastifyReply, { returnUrl }: Case, html: string): FastifyReply =>
  sendPage(reply, html, [returnUrl], { hasScript: true })

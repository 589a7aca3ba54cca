import type { Event } from '@countersign/contract/signature-request-shapes.ts'
import { expect, it } from 'vitest'
import { aSignature } from '#web/testing/signature-request.ts'
import { byDay, eventsOf } from '../history/history-groups.ts'
import { signerTimes } from './signer-times.ts'

const actor = { kind: 'account', name: 'Anna', email: null, address: null, user_agent: null } as const
const event = (type: string, at: string, data: Event['data'] = { signatureId: 's1' }): Event => ({
  seq: 1,
  type,
  at,
  actor,
  data,
  hash: '',
})
const steps = (events: Event[]) =>
  signerTimes(events, aSignature({ sid: 's1' })).map(({ step, at }) => `${step} ${at}`)

it('the list tells each step of a signer once: the first look, and the last mail', () => {
  const events = [
    event('invitation_sent', '1'),
    event('opened', '2', { signatureId: 's2' }),
    event('opened', '3'),
    event('opened', '4'),
    event('reminded', '5', { signatureIds: ['s2', 's1'] }),
    event('reminded', '6', { signatureIds: ['s2'] }),
    event('signed', '7'),
  ]
  expect(steps(events)).toEqual(['asked 1', 'opened 3', 'reminded 5', 'signed 7'])
})

it('the list tells that a mail came back until one has arrived', () => {
  const back = [event('invitation_failed', '1')]
  expect(steps(back)).toEqual(['came_back 1'])
  expect(steps([...back, event('invitation_sent', '2')])).toEqual(['asked 2'])
})

it('the list tells of a signature that was delegated what the person who has it now did', () => {
  const events = [
    event('invitation_sent', '1'),
    event('opened', '2'),
    event('delegated', '3'),
    event('invitation_sent', '4'),
    event('declined', '5'),
  ]
  expect(steps(events)).toEqual(['asked 4', 'declined 5'])
})

it('groups the history by day, newest first', () => {
  const events = [
    event('created', '2027-01-01T10'),
    event('signed', '2027-01-02T10'),
    event('opened', '2027-01-02T11'),
  ]
  const days = byDay(eventsOf(events, 'all'), (at) => at.slice(0, 10))
  expect(days.map(({ day, events: of }) => [day, of.map(({ type }) => type)])).toEqual([
    ['2027-01-02', ['opened', 'signed']],
    ['2027-01-01', ['created']],
  ])
  expect(eventsOf(events, 'changes').map(({ type }) => type)).toEqual(['created'])
})

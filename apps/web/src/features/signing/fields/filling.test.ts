import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubTab } from '#web/testing/other-tabs.ts'
import { aSignerField } from '#web/testing/signature-request.ts'
import { forgetAccountMemory } from '#web/lib/browser/tab-memory.ts'
import { CallError } from '#web/lib/calls/call-error.ts'
import { type Entry, openFilling, problemOf } from './filling.ts'
import type { SignerField } from './own-fields.ts'

const field = (id: string, more: Partial<SignerField> = {}): SignerField =>
  aSignerField({ id, label: id, required: true, position: null, ...more })

beforeEach(() => stubTab(Date.now()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const filling = (fields: SignerField[], save: (entries: Entry[]) => Promise<unknown> = async () => {}) =>
  openFilling({ signatureId: 'anna', fields, save })

test('what is typed is saved once the signer pauses, and only the last of it', async () => {
  const save = vi.fn<(entries: Entry[]) => Promise<void>>(async () => {})
  const one = filling([field('city')], save)
  one.set('city', 'B')
  one.set('city', 'Bern')
  await vi.advanceTimersByTimeAsync(600)
  expect(save.mock.calls).toEqual([[[{ id: 'city', value: 'Bern' }]]])
})

test.each([
  ['lost connection', 0],
  ['rate limit', 429],
  ['broken service', 502],
])('a %s loses nothing: a reload finds the entry, and it is sent again', async (_, status) => {
  const lost = filling([field('city')], () =>
    Promise.reject(new CallError({ key: 'network', status, message: '' })),
  )
  lost.set('city', 'Bern')
  await vi.advanceTimersByTimeAsync(600)
  expect(lost.state.get().isOffline).toBe(true)
  const save = vi.fn<(entries: Entry[]) => Promise<void>>(async () => {})
  const reloaded = filling([field('city')], save)
  expect(reloaded.state.get().values).toEqual({ city: 'Bern' })
  await vi.advanceTimersByTimeAsync(0)
  expect(save.mock.calls).toEqual([[[{ id: 'city', value: 'Bern' }]]])
  expect(filling([field('city')]).state.get().values).toEqual({})
})

test('what is still on its way is found after a reload, whatever was typed since', async () => {
  const one = filling([field('city'), field('street')], () => new Promise(() => {}))
  one.set('city', 'Bern')
  await vi.advanceTimersByTimeAsync(600)
  one.set('street', 'Kramgasse 49')
  const reloaded = filling([field('city'), field('street')])
  expect(reloaded.state.get().values).toEqual({ city: 'Bern', street: 'Kramgasse 49' })
})

test('an entry that can’t be saved yet is found after a reload, whatever was saved since', async () => {
  const fields = [field('city', { max_length: 4 }), field('street')]
  const one = filling(fields)
  one.set('city', 'Burgdorf')
  one.set('street', 'Kramgasse 49')
  await vi.advanceTimersByTimeAsync(600)
  expect(filling(fields).state.get().values).toEqual({ city: 'Burgdorf' })
})

test.each(['auth.required', 'auth.token_expired'])(
  'what was typed before the session ended (%s) is found after signing in again, and sent then',
  async (key) => {
    const ended = () => Promise.reject(new CallError({ key, status: 401, message: '' }))
    filling([field('city')], ended).set('city', 'Bern')
    await vi.advanceTimersByTimeAsync(600)
    const save = vi.fn<(entries: Entry[]) => Promise<void>>(async () => {})
    const again = filling([field('city')], save)
    expect(again.state.get().values).toEqual({ city: 'Bern' })
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledTimes(1)
    expect(filling([field('city')]).state.get().values).toEqual({})
  },
)

test('nothing is kept of a request that takes no entries any longer', async () => {
  const over = () => Promise.reject(new CallError({ key: 'request.not_open', status: 409, message: '' }))
  filling([field('city')], over).set('city', 'Bern')
  await vi.advanceTimersByTimeAsync(600)
  expect(filling([field('city')]).state.get().values).toEqual({})
})

test('an entry that the service refuses is not sent over and over', async () => {
  const save = vi.fn<(entries: Entry[]) => Promise<void>>(() =>
    Promise.reject(new CallError({ key: 'request.not_open', status: 409, message: '' })),
  )
  filling([field('city')], save).set('city', 'Bern')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(save).toHaveBeenCalledTimes(1)
})

test('what is typed while an entry is on its way is sent after it', async () => {
  const sent: Entry[][] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const one = filling(
    [field('city')],
    (entries) => (sent.push(entries), sent.length === 1 ? promise : Promise.resolve()),
  )
  one.set('city', 'Ber')
  await vi.advanceTimersByTimeAsync(600)
  one.set('city', 'Bern')
  await vi.advanceTimersByTimeAsync(600)
  expect(sent).toHaveLength(1)
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.map((entries) => entries[0]?.value)).toEqual(['Ber', 'Bern'])
})

test('what was typed while an entry got no answer is what is sent again', async () => {
  const sent: Entry[][] = []
  const { promise, reject } = Promise.withResolvers<void>()
  const one = filling(
    [field('city')],
    (entries) => (sent.push(entries), sent.length === 1 ? promise : Promise.resolve()),
  )
  one.set('city', 'Ber')
  await vi.advanceTimersByTimeAsync(600)
  one.set('city', 'Bern')
  reject(new CallError({ key: 'network', status: 0, message: '' }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.map((entries) => entries[0]?.value)).toEqual(['Ber', 'Bern'])
  expect(one.state.get().isOffline).toBe(false)
})

test('an entry of a field that the sender has removed since is neither shown nor sent', async () => {
  const lost = () => Promise.reject(new CallError({ key: 'network', status: 0, message: '' }))
  filling([field('city'), field('street')], lost).set('street', 'Kramgasse 49')
  const save = vi.fn<(entries: Entry[]) => Promise<void>>(async () => {})
  const corrected = filling([field('city')], save)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(corrected.state.get().values).toEqual({})
  expect(save).not.toHaveBeenCalled()
})

test('the next account in this tab finds nothing of what was typed', () => {
  filling([field('city')]).set('city', 'Bern')
  forgetAccountMemory()
  expect(filling([field('city')]).state.get().values).toEqual({})
})

test('signing waits for an entry that is on its way, and what was signed is never saved after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const save = vi.fn<() => Promise<void>>(() => promise)
  const one = filling([field('city')], save)
  one.set('city', 'Bern')
  await vi.advanceTimersByTimeAsync(600)
  const paused = vi.fn<() => void>()
  void one.pause().then(paused)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(paused).not.toHaveBeenCalled()
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(paused).toHaveBeenCalledOnce()
  const other = filling([field('street')], save)
  other.set('street', 'Kramgasse 49')
  other.forget()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(save).toHaveBeenCalledOnce()
})

test('while it is signed nothing is saved; what is still to be saved is sent if the signing fails', async () => {
  const save = vi.fn<(entries: Entry[]) => Promise<void>>(async () => {})
  const one = filling([field('city')], save)
  one.set('city', 'Ber')
  await one.pause()
  one.set('city', 'Bern')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(save).not.toHaveBeenCalled()
  await one.flush()
  expect(save.mock.calls).toEqual([[[{ id: 'city', value: 'Bern' }]]])
})

test('a saved entry comes before a prefilled value, and that before what is known of the signer', () => {
  const name = { type: 'NAME' as const }
  const one = filling([
    field('saved', { ...name, input: 'A. Keller', value: 'Keller' }),
    field('prefilled', { ...name, value: 'Keller' }),
    field('known', { ...name, own_value: 'Anna Keller' }),
  ])
  expect(one.state.get().values).toEqual({ saved: 'A. Keller', prefilled: 'Keller', known: 'Anna Keller' })
})

test('a check names what is missing or wrong, in order, and typing takes the mark away', () => {
  const fields = [field('city'), field('birthday', { type: 'DATE' }), field('note', { required: false })]
  const one = filling(fields)
  one.set('birthday', '1990-02-30')
  expect(one.check(fields).map(({ id }) => id)).toEqual(['city', 'birthday'])
  expect(one.state.get()).toMatchObject({
    problems: { city: 'required', birthday: 'invalid_date' },
    announced: 'city',
  })
  one.set('city', 'Bern')
  expect(one.state.get().problems).toEqual({ birthday: 'invalid_date' })
})

test('leaving an empty required field marks nothing, and takes no mark away', () => {
  const city = field('city')
  const one = filling([city])
  one.leave('city')
  expect(one.state.get().problems).toEqual({})
  one.check([city])
  one.leave('city')
  expect(one.state.get().problems).toEqual({ city: 'required' })
})

test('of a field that is left, what is wrong is read out', () => {
  const one = filling([field('city'), field('rent', { type: 'NUMBER' })])
  one.check([field('city')])
  one.set('rent', 'plenty')
  one.leave('rent')
  expect(one.state.get()).toMatchObject({
    problems: { city: 'required', rent: 'invalid_number' },
    announced: 'rent',
  })
})

test('a field that isn’t the signer’s to fill in keeps nobody from signing', () => {
  expect(problemOf(field('rent', { read_only: true }), null)).toBe(null)
  expect(problemOf(field('on', { type: 'DATE_SIGNED' }), null)).toBe(null)
})

test('a box that has to be ticked is missing until it is', () => {
  const terms = field('terms', { type: 'CHECKBOX' })
  expect(problemOf(terms, false)).toBe('required')
  expect(problemOf(terms, true)).toBe(null)
})

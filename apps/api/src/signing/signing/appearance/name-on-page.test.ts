import { expect, test } from 'vitest'
import { findUndrawable, undrawableIn } from '#api/documents/appearance/find-undrawable.ts'
import { findMissing } from '#api/documents/visual-signatures/field-thread.ts'
import type { Runner } from '#api/platform/threads/task.ts'
import type { Context } from '#api/providers/context.ts'
import { namesOnPage } from './name-on-page.ts'

/** Its threads look for characters in this one. */
const runner = { run: (_task: object, texts: readonly string[]) => findMissing(texts) } as unknown as Runner
const context = { threads: { sign: runner } } as unknown as Context
const email = 'nino@example.org'
const georgian = 'იურიდიული'

test('a group or a seal whose name no font has is left out, or shown by another name', async () => {
  const nino = { name: 'Nino Beridze', email, group: { name: georgian } }
  const seal = { kind: 'seal', sealId: 'one', sealName: 'beridze', label: georgian } as const
  const kept = { signer: 'Nino Beridze', group: null }
  expect(await namesOnPage(context, nino)).toEqual({ ...kept, seal: null })
  expect(await namesOnPage(context, nino, { ...seal, organisation: 'Beridze LLC' })).toEqual({
    ...kept,
    seal: 'Beridze LLC',
  })
  expect(await namesOnPage(context, nino, seal)).toEqual({ ...kept, seal: 'beridze' })
  const drawable = { name: georgian, email, group: { name: 'Recht' } }
  expect(await namesOnPage(context, drawable, { ...seal, label: 'Beridze GmbH' })).toEqual({
    signer: email,
    group: 'Recht',
    seal: 'Beridze GmbH',
  })
})

test('a letter with a mark is named as one, where each has a font and none has both', async () => {
  const text = 'Kp\u0254\u0300n\u00e9 \u0301 e\u0301 \u0301'
  const undrawable = await findUndrawable(context, [text])
  expect(undrawableIn(text, undrawable)).toBe('\u0254\u0300')
})
